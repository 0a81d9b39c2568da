package date

import (
	"testing"
	"time"

	"modelbook/generator/memdb/internal/errcode"
)

func zone(t *testing.T, name string) Zone {
	t.Helper()
	z, err := ParseZone(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// ms reads a moment in UTC.
func ms(t *testing.T, text string) int64 {
	t.Helper()
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		t.Fatal(err)
	}
	return at.UnixMilli()
}

func text(n int64) string { return time.UnixMilli(n).UTC().Format(time.RFC3339Nano) }

func TestZones(t *testing.T) {
	at := ms(t, "2024-07-01T12:00:00Z")
	for name, want := range map[string]string{
		"UTC": "12:00 +0000", "GMT": "12:00 +0000", "Europe/Sofia": "15:00 +0300", "America/New_York": "08:00 -0400",
		"+05": "17:00 +0500", "-0330": "08:30 -0330", "+05:45": "17:45 +0545", "Etc/GMT+5": "07:00 -0500",
	} {
		got, err := zone(t, name).Format("%H:%M %z", at)
		if err != nil || got != want {
			t.Errorf("%s: got %q, %v, want %q", name, got, err, want)
		}
	}
	for _, name := range []string{"", "Z", "Local", "europe/sofia", "Nowhere", "+5", "+100:00", "+5:30", "+1:2", "../etc"} {
		if _, err := ParseZone(name); !errcode.Is(err, 40485) {
			t.Errorf("%q: got %v, want error 40485", name, err)
		}
	}
}

func TestFormat(t *testing.T) {
	at := ms(t, "2024-12-30T01:02:03.004Z") // a Monday in ISO week 1 of 2025
	for _, c := range []struct{ format, zone, want string }{
		{"%Y-%m-%dT%H:%M:%S.%LZ", "UTC", "2024-12-30T01:02:03.004Z"},
		{"%G %V %u", "UTC", "2025 01 1"},
		{"%j %U %w", "UTC", "365 52 2"},
		{"%b %B %%", "UTC", "Dec December %"},
		{"%Z %z", "America/New_York", "-300 -0500"},
		{"", "UTC", ""},
	} {
		if err := CheckFormat(c.format); err != nil {
			t.Error(err)
		}
		if got, err := zone(t, c.zone).Format(c.format, at); err != nil || got != c.want {
			t.Errorf("%q in %s: got %q, %v, want %q", c.format, c.zone, got, err, c.want)
		}
	}
	if got, _ := (Zone{}).ISO(0); got != "1970-01-01T00:00:00.000Z" {
		t.Errorf("got %q for the epoch in UTC", got)
	}
	if got, _ := zone(t, "Asia/Tokyo").ISO(0); got != "1970-01-01T09:00:00.000" {
		t.Errorf("got %q for the epoch in Tokyo", got)
	}
	if _, err := (Zone{}).Format("%Y", ms(t, "0001-01-01T00:00:00Z")-2*365*day); !errcode.Is(err, 18537) {
		t.Errorf("a year before 0: got %v, want error 18537", err)
	}
	for format, code := range map[string]int32{"%x": 18536, "%": 18535} {
		if err := CheckFormat(format); !errcode.Is(err, code) {
			t.Errorf("%q: got %v, want error %d", format, err, code)
		}
	}
}

func TestAdd(t *testing.T) {
	for _, c := range []struct {
		from   string
		unit   Unit
		amount int64
		zone   string
		want   string
	}{
		{"2024-01-31T10:00:00Z", "month", 1, "UTC", "2024-02-29T10:00:00Z"},
		{"2023-01-31T10:00:00Z", "month", 1, "UTC", "2023-02-28T10:00:00Z"},
		{"2024-03-31T10:00:00Z", "month", -1, "UTC", "2024-02-29T10:00:00Z"},
		{"2024-02-29T00:00:00Z", "year", 1, "UTC", "2025-02-28T00:00:00Z"},
		{"2024-11-30T00:00:00Z", "quarter", 1, "UTC", "2025-02-28T00:00:00Z"},
		{"2024-01-01T00:00:00Z", "week", 2, "UTC", "2024-01-15T00:00:00Z"},
		{"2024-03-30T12:00:00Z", "day", 1, "Europe/Sofia", "2024-03-31T11:00:00Z"},
		{"2024-03-30T12:00:00Z", "hour", 24, "Europe/Sofia", "2024-03-31T12:00:00Z"},
		{"2024-01-01T00:00:00Z", "millisecond", -1, "UTC", "2023-12-31T23:59:59.999Z"},
	} {
		got, err := zone(t, c.zone).Add(ms(t, c.from), c.unit, c.amount)
		if err != nil || text(got) != c.want {
			t.Errorf("%s + %d %s in %s: got %s, %v, want %s", c.from, c.amount, c.unit, c.zone, text(got), err, c.want)
		}
	}
	if _, err := (Zone{}).Add(0, "month", -30_000_000_000); !errcode.Is(err, 5976500) {
		t.Errorf("months beyond all dates: got %v", err)
	}
	if _, err := (Zone{}).Add(1<<62, "millisecond", 1<<62); !errcode.Is(err, 5166406) {
		t.Errorf("a date beyond all dates: got %v", err)
	}
}

func TestDiff(t *testing.T) {
	for _, c := range []struct {
		from, to string
		unit     Unit
		zone     string
		want     int64
	}{
		{"2024-01-01T23:59:00Z", "2024-01-02T00:01:00Z", "day", "UTC", 1},
		{"2024-01-01T00:01:00Z", "2024-01-01T23:59:00Z", "day", "UTC", 0},
		{"2024-01-01T22:30:00Z", "2024-01-01T21:30:00Z", "day", "Europe/Sofia", -1},
		{"2024-12-31T23:00:00Z", "2025-01-01T01:00:00Z", "year", "UTC", 1},
		{"2024-03-31T23:00:00Z", "2024-04-01T01:00:00Z", "quarter", "UTC", 1},
		{"2024-01-06T00:00:00Z", "2024-01-07T00:00:00Z", "week", "UTC", 1}, // Saturday to Sunday
		{"2024-01-07T00:00:00Z", "2024-01-08T00:00:00Z", "week", "UTC", 0},
		{"2024-01-01T00:59:00Z", "2024-01-01T01:01:00Z", "hour", "UTC", 1},
		{"2024-03-31T00:30:00Z", "2024-03-31T01:30:00Z", "hour", "Europe/Sofia", 1},
		{"2024-01-01T00:00:01Z", "2024-01-01T00:00:00Z", "millisecond", "UTC", -1000},
		{"2024-04-06T14:30:00Z", "2024-04-06T16:30:00Z", "hour", "Australia/Lord_Howe", 2}, // back by half an hour
		{"1880-01-01T00:00:00Z", "1890-01-01T00:00:00Z", "hour", "America/New_York", 87672},
		{"1880-01-01T00:00:00Z", "1890-01-01T00:00:00Z", "minute", "America/New_York", 5260320},
	} {
		got, err := zone(t, c.zone).Diff(ms(t, c.from), ms(t, c.to), c.unit, time.Sunday)
		if err != nil || got != c.want {
			t.Errorf("%s to %s in %ss, %s: got %d, %v, want %d", c.from, c.to, c.unit, c.zone, got, err, c.want)
		}
	}
}

func TestTrunc(t *testing.T) {
	for _, c := range []struct {
		at    string
		unit  Unit
		size  int64
		zone  string
		start time.Weekday
		want  string
	}{
		{"2024-05-17T10:20:30.4Z", "month", 1, "UTC", 0, "2024-05-01T00:00:00Z"},
		{"2024-05-17T10:20:30.4Z", "quarter", 1, "UTC", 0, "2024-04-01T00:00:00Z"},
		{"2024-05-17T10:20:30.4Z", "year", 5, "UTC", 0, "2020-01-01T00:00:00Z"},
		{"2024-05-17T10:20:30.4Z", "week", 1, "UTC", time.Sunday, "2024-05-12T00:00:00Z"},
		{"2024-05-17T10:20:30.4Z", "week", 1, "UTC", time.Monday, "2024-05-13T00:00:00Z"},
		{"2024-05-17T22:20:30Z", "day", 1, "Europe/Sofia", 0, "2024-05-17T21:00:00Z"},
		{"2024-05-17T10:20:30.4Z", "minute", 15, "UTC", 0, "2024-05-17T10:15:00Z"},
		{"1999-12-31T10:00:00Z", "hour", 12, "UTC", 0, "1999-12-31T00:00:00Z"},
	} {
		got, err := zone(t, c.zone).Trunc(ms(t, c.at), c.unit, c.size, c.start)
		if err != nil || text(got) != c.want {
			t.Errorf("%s to %d %s in %s: got %s, %v, want %s", c.at, c.size, c.unit, c.zone, text(got), err, c.want)
		}
	}
}

func TestParse(t *testing.T) {
	sofia := zone(t, "Europe/Sofia")
	for _, c := range []struct {
		format, text string
		zone         *Zone
		want         string
		code         int32
	}{
		{"", "2017-02-08", nil, "2017-02-08T00:00:00Z", 0},
		{"", "2017-02-08T12:10:40.787", nil, "2017-02-08T12:10:40.787Z", 0},
		{"", " 2017-02-08 12:10:40 +0500", nil, "2017-02-08T07:10:40Z", 0},
		{"", "2017-02-08T12:00", &sofia, "2017-02-08T10:00:00Z", 0},
		{"", "2017-02-08T12:00Z", &sofia, "", 241},
		{"", "2017-02-30", nil, "", 241},
		{"", "2017-13-01", nil, "", 241},
		{"", "", nil, "", 241},
		{"", "not-a-date", nil, "", 241},
		{"", "2024", nil, "", 241},
		{"", "oct 20 2020", nil, "", 238},
		{"%m-%d-%Y", "06-15-2018", nil, "2018-06-15T00:00:00Z", 0},
		{"%Y%m%d", "20170208", nil, "2017-02-08T00:00:00Z", 0},
		{"%b %d %Y", "jan 15 2020", nil, "2020-01-15T00:00:00Z", 0},
		{"%B %d %Y", "January 15 2020", nil, "2020-01-15T00:00:00Z", 0},
		{"%G-W%V-%u", "2024-W24-6", nil, "2024-06-15T00:00:00Z", 0},
		{"%G", "2024", nil, "2024-01-01T00:00:00Z", 0},
		{"%Y-%m-%d %z", "2024-06-15 +0530", nil, "2024-06-14T18:30:00Z", 0},
		{"%Y-%m-%d %Z", "2024-06-15 +330", nil, "2024-06-14T18:30:00Z", 0},
		{"%Y %j", "2024 167", nil, "2024-06-16T00:00:00Z", 0},
		{"100%% %Y", "100% 2024", nil, "2024-01-01T00:00:00Z", 0},
		{"%m-%d-%Y", "2017-02-08", nil, "", 241},
		{"%H:%M", "12:00", nil, "", 241},
	} {
		var got int64
		var err error
		if c.format == "" {
			got, err = ParseText(c.text, c.zone)
		} else {
			got, err = Parse(c.format, c.text, c.zone)
		}
		if c.code != 0 && !errcode.Is(err, c.code) || c.code == 0 && (err != nil || text(got) != c.want) {
			t.Errorf("%q by %q: got %s, %v, want %s, error %d", c.text, c.format, text(got), err, c.want, c.code)
		}
	}
}

func TestFromParts(t *testing.T) {
	for _, c := range []struct {
		p    Parts
		iso  bool
		want string
	}{
		{Parts{2017, 14, 1, 0, 0, 0, 0}, false, "2018-02-01T00:00:00Z"},
		{Parts{2017, 0, 0, 25, 61, 61, 1001}, false, "2016-12-01T02:02:02.001Z"},
		{Parts{2020, 1, 1, 0, 0, 0, 0}, true, "2019-12-30T00:00:00Z"},
		{Parts{2017, 6, 3, 12, 0, 0, 0}, true, "2017-02-08T12:00:00Z"},
	} {
		got, err := (Zone{}).From(c.p)
		if c.iso {
			got, err = (Zone{}).FromISO(c.p)
		}
		if err != nil || text(got) != c.want {
			t.Errorf("%v: got %s, %v, want %s", c.p, text(got), err, c.want)
		}
	}
}

// Timelib 2022.10, tm2unixtime.c, do_adjust_timezone, worked out by hand.
func TestTimesAtClockChanges(t *testing.T) {
	for _, c := range []struct {
		p          Parts
		zone, want string
	}{
		{Parts{2024, 3, 10, 2, 30, 0, 0}, "America/New_York", "2024-03-10T07:30:00Z"},
		{Parts{2024, 11, 3, 1, 30, 0, 0}, "America/New_York", "2024-11-03T06:30:00Z"},
		{Parts{2024, 3, 31, 2, 30, 0, 0}, "Europe/Berlin", "2024-03-31T01:30:00Z"},
		{Parts{2024, 10, 27, 2, 30, 0, 0}, "Europe/Berlin", "2024-10-27T01:30:00Z"},
		{Parts{2018, 11, 4, 0, 0, 0, 0}, "America/Sao_Paulo", "2018-11-04T03:00:00Z"},
		{Parts{2024, 3, 10, 0, 0, 3 * 3600, 5}, "America/New_York", "2024-03-10T07:00:00.005Z"},
		{Parts{2024, 3, 10, 0, 0, 0, 3 * 3600 * 1000}, "America/New_York", "2024-03-10T07:00:00Z"},
	} {
		got, err := zone(t, c.zone).From(c.p)
		if err != nil || text(got) != c.want {
			t.Errorf("%v in %s: got %s, %v, want %s", c.p, c.zone, text(got), err, c.want)
		}
	}
}

func TestAddOverClockChanges(t *testing.T) {
	for _, c := range []struct{ from, zone, want string }{
		{"2024-03-09T07:30:00Z", "America/New_York", "2024-03-10T07:30:00Z"}, // a time that is skipped
		{"2024-11-02T05:30:00Z", "America/New_York", "2024-11-03T05:30:00Z"}, // in summer before, so the first of two
		{"2024-10-26T00:30:00Z", "Europe/Berlin", "2024-10-27T00:30:00Z"},
	} {
		got, err := zone(t, c.zone).Add(ms(t, c.from), "day", 1)
		if err != nil || text(got) != c.want {
			t.Errorf("%s in %s: got %s, %v, want %s", c.from, c.zone, text(got), err, c.want)
		}
	}
}

func TestFromPartsBeyondAllDates(t *testing.T) {
	for _, p := range []Parts{
		{Year: 1970, Month: 1, Day: 1, Millisecond: 1 << 54}, {Year: 1970, Month: 1, Day: 1, Millisecond: -1 << 63},
		{Year: 1970, Month: 1, Day: 1, Second: 1<<63 - 1},
	} {
		if _, err := (Zone{}).From(p); !errcode.Is(err, 159) {
			t.Errorf("%v: got %v, want error 159", p, err)
		}
	}
}
