package date

// zoneArchive is left out of what browsers load, an eighth of it: zones with a
// name are refused there, UTC and offsets are not.
var zoneArchive []byte
