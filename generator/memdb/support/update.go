package support

var updateRows = []row{
	{UpdateOperator, Done, `$set $unset $inc $mul $min $max $rename $setOnInsert $currentDate $bit $push
		$addToSet $pop $pull $pullAll`},
	{PushModifier, Done, `$each $sort $slice $position`},
}
