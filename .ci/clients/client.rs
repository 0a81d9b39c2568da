//! The official Rust driver as a client of the replica set at the URI given: what
//! an application does, and the errors that it must get.

use futures_util::{AsyncReadExt, AsyncWriteExt, TryStreamExt};
use mongodb::bson::{doc, Bson, Decimal128, Document};
use mongodb::error::{Error, ErrorKind, WriteFailure, TRANSIENT_TRANSACTION_ERROR};
use mongodb::options::{IndexOptions, ReturnDocument};
use mongodb::{
    change_stream::event::OperationType, Client, ClientSession, Collection, Database, IndexModel,
};

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn same<T: PartialEq + std::fmt::Debug>(actual: T, expected: T) -> Outcome {
    if actual == expected {
        return Ok(());
    }
    Err(format!("got {actual:?}, want {expected:?}").into())
}

/// The code of a server's error.
fn code<T>(result: Result<T, Error>) -> Result<i32, String> {
    let Err(error) = result else {
        return Err("did not fail".into());
    };
    match error.kind.as_ref() {
        ErrorKind::Command(e) => Ok(e.code),
        ErrorKind::Write(WriteFailure::WriteError(e)) => Ok(e.code),
        _ => Err(error.to_string()),
    }
}

#[derive(Clone)]
struct Application {
    client: Client,
    db: Database,
    ports: Collection<Document>,
}

impl Application {
    async fn names(&self, session: Option<&mut ClientSession>) -> Result<Vec<Bson>, Error> {
        let names = self.ports.distinct("name", doc! {});
        match session {
            Some(session) => names.session(session).await,
            None => names.await,
        }
    }

    async fn says_what_it_is(self) -> Outcome {
        let info = self.db.run_command(doc! {"buildInfo": 1}).await?;
        same(info.get_str("version")?, "8.2.4")?;
        same(info.get_document("memdb")?.get_bool("notMongoDB")?, true)
    }

    async fn inserts_and_finds(self) -> Outcome {
        let inserted = self.ports.insert_many([
            doc! {"_id": 1, "name": "Varna", "depth": 11, "berths": [{"no": 1, "free": true}, {"no": 2, "free": false}]},
            doc! {"_id": 2, "name": "Burgas", "depth": 15_i64, "berths": []},
            doc! {"_id": 3, "name": "Ancona", "depth": 12.5, "berths": [{"no": 1, "free": true}]},
            doc! {"_id": 4, "name": "Pula", "depth": "9.10".parse::<Decimal128>()?, "berths": []},
        ]);
        same(inserted.await?.inserted_ids.len(), 4)?;
        let found = self
            .ports
            .find(doc! {"depth": {"$gt": 9}})
            .projection(doc! {"depth": 1, "_id": 0})
            .sort(doc! {"depth": 1})
            .batch_size(2);
        let found: Vec<Document> = found.await?.try_collect().await?;
        let decimal: Decimal128 = "9.10".parse()?;
        same(
            found,
            vec![
                doc! {"depth": decimal},
                doc! {"depth": 11},
                doc! {"depth": 12.5},
                doc! {"depth": 15_i64},
            ],
        )?;
        same(self.ports.find_one(doc! {"name": "Nowhere"}).await?, None)
    }

    async fn updates(self) -> Outcome {
        let result = self
            .ports
            .update_many(doc! {}, doc! {"$set": {"berths.$[b].free": false}})
            .array_filters([doc! {"b.no": 1}])
            .await?;
        same((result.matched_count, result.modified_count), (4, 2))?;
        let upserted = self
            .ports
            .update_one(doc! {"_id": 5}, doc! {"$inc": {"depth": 8}})
            .upsert(true)
            .await?;
        same(upserted.upserted_id, Some(Bson::Int32(5)))?;
        let after = self.ports.find_one_and_update(
            doc! {"_id": 5},
            vec![doc! {"$set": {"name": {"$concat": ["Za", "dar"]}}}],
        );
        same(
            after.return_document(ReturnDocument::After).await?,
            Some(doc! {"_id": 5, "depth": 8, "name": "Zadar"}),
        )?;
        same(
            self.ports.delete_one(doc! {"_id": 5}).await?.deleted_count,
            1,
        )
    }

    async fn indexes(self) -> Outcome {
        let unique = IndexOptions::builder().unique(true).build();
        let index = IndexModel::builder()
            .keys(doc! {"name": 1})
            .options(unique)
            .build();
        same(
            self.ports.create_index(index).await?.index_name,
            "name_1".to_string(),
        )?;
        same(
            self.ports.list_index_names().await?,
            vec!["_id_".to_string(), "name_1".to_string()],
        )?;
        same(
            code(self.ports.insert_one(doc! {"name": "Pula"}).await)?,
            11000,
        )
    }

    async fn aggregates(self) -> Outcome {
        let groups = self.ports.aggregate([
            doc! {"$group": {"_id": {"$gt": ["$depth", 12]}, "ports": {"$sum": 1}, "names": {"$push": "$name"}}},
            doc! {"$sort": {"_id": 1}},
        ]);
        let groups: Vec<Document> = groups.await?.try_collect().await?;
        same(
            groups,
            vec![
                doc! {"_id": false, "ports": 2, "names": ["Varna", "Pula"]},
                doc! {"_id": true, "ports": 2, "names": ["Burgas", "Ancona"]},
            ],
        )?;
        same(
            self.ports
                .count_documents(doc! {"berths": {"$size": 0}})
                .await?,
            2,
        )
    }

    async fn gets_the_errors_of_a_server(self) -> Outcome {
        same(code(self.db.run_command(doc! {"fly": 1}).await)?, 59)?;
        same(
            code(self.ports.find(doc! {"depth": {"$nearly": 1}}).await)?,
            2,
        )?;
        same(
            code(
                self.ports
                    .update_one(doc! {}, doc! {"$set": {"a": 1}, "$inc": {"a": 1}})
                    .await,
            )?,
            40,
        )?;
        same(code(self.ports.find(doc! {"$where": "true"}).await)?, 238)
    }

    async fn writes_in_bulk(self) -> Outcome {
        let insert = |id: i32| {
            self.ports
                .insert_one_model(doc! {"_id": id, "name": format!("quay {id}")})
        };
        let result = self.client.bulk_write([insert(20)?, insert(21)?]).await?;
        same(result.inserted_count, 2)?;
        let result = self
            .client
            .bulk_write([insert(20)?, insert(22)?])
            .ordered(false)
            .await;
        let Err(error) = result else {
            return Err("a duplicate was inserted".into());
        };
        let ErrorKind::BulkWrite(bulk) = error.kind.as_ref() else {
            return Err(error.into());
        };
        let codes: Vec<(usize, i32)> = bulk
            .write_errors
            .iter()
            .map(|(i, e)| (*i, e.code))
            .collect();
        same(codes, vec![(0, 11000)])?;
        same(
            self.ports
                .delete_many(doc! {"_id": {"$gte": 20}})
                .await?
                .deleted_count,
            3,
        )
    }

    async fn commits_a_transaction_and_aborts_one(self) -> Outcome {
        let mut session = self.client.start_session().await?;
        let before = self.names(None).await?;
        session.start_transaction().await?;
        self.ports
            .delete_one(doc! {"name": "Pula"})
            .session(&mut session)
            .await?;
        same(self.names(Some(&mut session)).await?.len(), 3)?;
        same(self.names(None).await?, before)?;
        session.abort_transaction().await?;
        same(self.names(None).await?.len(), 4)?;
        session
            .start_transaction()
            .and_run2(async |session| {
                self.ports
                    .insert_one(doc! {"_id": 9, "name": "Zadar"})
                    .session(&mut *session)
                    .await?;
                self.ports
                    .delete_one(doc! {"name": "Pula"})
                    .session(session)
                    .await
            })
            .await?;
        same(
            self.names(None).await?,
            ["Ancona", "Burgas", "Varna", "Zadar"]
                .map(Bson::from)
                .to_vec(),
        )
    }

    async fn is_told_of_a_conflict(self) -> Outcome {
        let (mut first, mut second) = (
            self.client.start_session().await?,
            self.client.start_session().await?,
        );
        first.start_transaction().await?;
        second.start_transaction().await?;
        let (varna, deeper) = (doc! {"_id": 1}, doc! {"$inc": {"depth": 1}});
        self.ports
            .update_one(varna.clone(), deeper.clone())
            .session(&mut first)
            .await?;
        let Err(error) = self
            .ports
            .update_one(varna.clone(), deeper)
            .session(&mut second)
            .await
        else {
            return Err("no conflict".into());
        };
        same(error.contains_label(TRANSIENT_TRANSACTION_ERROR), true)?;
        same(code::<()>(Err(error))?, 112)?;
        second.abort_transaction().await?;
        first.commit_transaction().await?;
        same(
            self.ports
                .count_documents(doc! {"_id": 1, "depth": 12})
                .await?,
            1,
        )
    }

    async fn watches(self) -> Outcome {
        let mut stream = self.ports.watch().await?;
        self.ports
            .insert_one(doc! {"_id": 30, "name": "Bar"})
            .await?;
        self.ports
            .update_one(doc! {"_id": 30}, doc! {"$set": {"depth": 7}})
            .await?;
        self.ports.delete_one(doc! {"_id": 30}).await?;
        let Some(event) = stream.try_next().await? else {
            return Err("no event".into());
        };
        same(event.operation_type, OperationType::Insert)?;
        same(event.full_document, Some(doc! {"_id": 30, "name": "Bar"}))?;
        let mut resumed = self.ports.watch().resume_after(event.id).await?;
        let Some(event) = resumed.try_next().await? else {
            return Err("no event".into());
        };
        same(
            event.update_description.map(|d| d.updated_fields),
            Some(doc! {"depth": 7}),
        )?;
        let Some(event) = resumed.try_next().await? else {
            return Err("no event".into());
        };
        same(
            (event.operation_type, event.document_key),
            (OperationType::Delete, Some(doc! {"_id": 30})),
        )
    }

    async fn stores_files(self) -> Outcome {
        let bucket = self.db.gridfs_bucket(None);
        let content = b"tide ".repeat(120_000);
        let mut upload = bucket.open_upload_stream("tides.txt").await?;
        upload.write_all(&content).await?;
        upload.close().await?;
        let mut read = Vec::new();
        bucket
            .open_download_stream(upload.id().clone())
            .await?
            .read_to_end(&mut read)
            .await?;
        same(read == content, true)
    }

    async fn drops_and_ends(self) -> Outcome {
        self.db.drop().await?;
        same(
            self.client
                .list_database_names()
                .filter(doc! {"name": self.db.name()})
                .await?
                .len(),
            0,
        )?;
        self.client.shutdown().await;
        Ok(())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let uri = std::env::args()
        .nth(1)
        .ok_or("needs the URI of a replica set")?;
    let client = Client::with_uri_str(uri).await?;
    let db = client.database("clients_rust");
    let ports = db.collection("ports");
    let application = Application { client, db, ports };
    let (mut checks, mut failed) = (0, 0);
    macro_rules! check {
        ($($name:ident)*) => {$(
            checks += 1;
            if let Err(error) = application.clone().$name().await {
                failed += 1;
                println!("rust: {}: {error}", stringify!($name));
            }
        )*};
    }
    check! {
        says_what_it_is inserts_and_finds updates indexes aggregates gets_the_errors_of_a_server writes_in_bulk
        commits_a_transaction_and_aborts_one is_told_of_a_conflict watches stores_files drops_and_ends
    }
    println!("rust: {checks} checks, {failed} failed");
    std::process::exit((failed > 0).into())
}
