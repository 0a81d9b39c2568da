package example

// The largest leaf pages that WiredTiger writes: for collections what it does by itself,
// for indexes what the server asks for (leaf_page_max, wiredtiger_index.cpp in
// src/mongo/db/storage/wiredtiger).
const (
	RecordPage = 32 << 10 // bytes
	IndexPage  = 16 << 10
)
