module modelbook

go 1.26.0

require (
	github.com/cockroachdb/apd/v3 v3.2.3
	go.mongodb.org/mongo-driver/v2 v2.9.3
	golang.org/x/text v0.43.0
)
