"""MongoEngine as a client of the replica set at the URI given: what an
application does with its documents, and the errors that it must get."""

import sys

import mongoengine as me
import pymongo
from mongoengine.queryset.visitor import Q
from pymongo import errors

from checks import check, run_all

client = me.connect("clients_mongoengine", host=sys.argv[1], serverSelectionTimeoutMS=60_000, uuidRepresentation="standard")


class Berth(me.EmbeddedDocument):
    no = me.IntField()
    free = me.BooleanField(default=True)


class Port(me.Document):
    name = me.StringField(primary_key=True)
    depth = me.DecimalField(precision=1)
    berths = me.EmbeddedDocumentListField(Berth)
    chart = me.FileField()
    meta = {"indexes": ["-depth", {"fields": ["berths.no"], "sparse": True}]}


class Ship(me.Document):
    name = me.StringField(required=True, unique=True)
    home = me.ReferenceField(Port, reverse_delete_rule=me.NULLIFY)
    meta = {"allow_inheritance": True}


class Ferry(Ship):
    cars = me.IntField(min_value=0)


def same(actual, expected):
    if actual != expected:
        raise AssertionError(f"got {actual!r}, want {expected!r}")


def fails(kind, run):
    try:
        run()
    except kind as error:
        return error
    raise AssertionError(f"did not fail with {kind.__name__}")


@check
def creates_indexes():
    Port.ensure_indexes()
    Ship.ensure_indexes()
    keys = [index["key"] for index in Port._get_collection().list_indexes()]
    same(keys, [{"_id": 1}, {"depth": -1}, {"berths.no": 1}])
    same(Ship.compare_indexes(), {"missing": [], "extra": []})


@check
def saves_changes_and_deletes():
    varna = Port(name="Varna", depth=11, berths=[Berth(no=1)]).save()
    Port.objects.insert([Port(name="Pula", depth=9.5), Port(name="Bar", depth=7), Port(name="Kotor", depth=8)])
    varna.berths.append(Berth(no=2, free=False))
    varna.depth += 1
    varna.save()
    same(Port.objects(berths__free=False).get().reload().to_mongo().to_dict(), {
        "_id": "Varna", "depth": 12.0, "berths": [{"no": 1, "free": True}, {"no": 2, "free": False}]})
    same(Port.objects(name="Varna", berths__no=2).update_one(set__berths__S__free=True, inc__depth=1), 1)
    same(Port.objects(name="Zadar").modify(upsert=True, new=True, set__depth=6).depth, 6)
    same(Port.objects(depth__lt=8).delete(), 2)
    same([port.name for port in Port.objects(Q(depth__gte=8) & Q(name__ne="Kotor")).order_by("-depth")], ["Varna", "Pula"])
    same(list(Port.objects.order_by("name").skip(1).limit(1).scalar("name", "depth")), [("Pula", 9.5)])
    same([Port.objects(berths__size=2).count(), Port.objects.distinct("berths.no"), Port.objects(name__istartswith="va").first().name],
         [1, [1, 2], "Varna"])


@check
def follows_references():
    Ferry(name="Galeb", home=Port.objects.get(name="Pula"), cars=40).save()
    Ship(name="Stella", home=Port.objects.get(name="Kotor")).save()
    [galeb] = Ship.objects(name="Galeb").select_related()
    same([type(galeb), galeb.home.depth, Ferry.objects.count()], [Ferry, 9.5, 1])
    Port.objects.get(name="Kotor").delete()
    same(Ship.objects.get(name="Stella").home, None)


@check
def aggregates():
    found = Ship.objects.order_by("name").aggregate([
        {"$lookup": {"from": "port", "localField": "home", "foreignField": "_id", "as": "port"}},
        {"$project": {"_id": 0, "name": 1, "depth": {"$first": "$port.depth"}}},
    ])
    same(list(found), [{"name": "Galeb", "depth": 9.5}, {"name": "Stella"}])
    same([Ferry.objects.sum("cars"), Port.objects.average("depth")], [40, 11.25])


@check
def gets_the_errors_of_a_server():
    fails(me.NotUniqueError, lambda: Ship(name="Galeb").save())
    fails(me.ValidationError, lambda: Ferry(name="Small", cars=-1).save())
    fails(me.DoesNotExist, lambda: Port.objects.get(name="Nowhere"))
    same(fails(errors.OperationFailure, lambda: Port.objects(__raw__={"$where": "true"}).first()).code, 238)


@check
def writes_in_bulk():
    result = Port._get_collection().bulk_write([
        pymongo.InsertOne({"_id": "Split", "depth": 10.0}),
        pymongo.UpdateOne({"_id": "Split"}, {"$push": {"berths": {"no": 1}}}),
        pymongo.DeleteMany({"_id": {"$in": ["Split", "Kotor"]}}),
    ])
    same([result.inserted_count, result.modified_count, result.deleted_count], [1, 1, 1])
    fails(me.errors.BulkWriteError, lambda: Port.objects.insert([Port(name="Ancona"), Port(name="Varna")]))
    same(Port.objects(name="Ancona").count(), 1)


@check
def commits_a_transaction_and_aborts_one():
    ports, ships = Port._get_collection(), Ship._get_collection()
    with client.start_session() as session:
        with session.start_transaction():
            ports.delete_one({"_id": "Ancona"}, session=session)
            ships.update_one({"name": "Stella"}, {"$set": {"home": "Varna"}}, session=session)
            same(Port.objects(name="Ancona").count(), 1)
        same([Port.objects(name="Ancona").count(), Ship.objects.get(name="Stella").home.name], [0, "Varna"])
        session.start_transaction()
        ships.delete_many({}, session=session)
        session.abort_transaction()
    same(Ship.objects.count(), 2)


@check
def watches():
    with Port._get_collection().watch() as stream:
        Port.objects(name="Pula").update_one(push__berths=Berth(no=5))
        event = stream.next()
    same([event["operationType"], event["updateDescription"]["updatedFields"]], ["update", {"berths": [{"no": 5, "free": True}]}])


@check
def stores_files():
    content = b"tide " * 120_000
    varna = Port.objects.get(name="Varna")
    varna.chart.put(content, content_type="text/plain", filename="tides.txt")
    varna.save()
    chart = Port.objects.get(name="Varna").chart
    same([chart.read() == content, chart.content_type, chart.length], [True, "text/plain", 600_000])
    chart.delete()
    same(client["clients_mongoengine"]["fs.chunks"].count_documents({}), 0)


@check
def drops_and_ends():
    Ship.drop_collection()
    client.drop_database("clients_mongoengine")
    me.disconnect()


run_all("mongoengine")
