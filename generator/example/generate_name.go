package example

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/ejson"
)

// culture has names of people as they are written in one part of the world.
// Adding a name, or a culture, changes the data of every seed.
type culture struct {
	given, family []string
	familyFirst   bool
}

var cultures = []culture{
	namesOf("Adaeze Chidi Emeka Ifeoma Ngozi Obinna Uche Zikora", "Achebe Eze Igwe Nwosu Okafor Okeke Onyeka Umeh"),
	namesOf("Amira Farid Huda Karim Leila Nadia Samir Yusuf", "Aziz Darwish Haddad Khoury Mansour Nassar Saleh Tahan"),
	namesOf("Beatriz Caio Davi Helena João Larissa Rafael Yara", "Almeida Barros Cardoso Freitas Moreira Nunes Rocha Teixeira"),
	namesOf("Boryana Dimitar Elitsa Kaloyan Neli Petar Stoyan Yana", "Dimov Genov Ivanov Kolev Marinov Petrov Stoev Todorov"),
	namesOf("Chiara Elena Giulio Luca Marta Nicolò Pietro Sara", "Bassi Conti Ferri Galli Marchetti Riva Serra Villa"),
	namesOf("Eilidh Fergus Iain Kirsty Moira Ross Struan Una", "Baird Drummond Galbraith Innes Lennox Muir Rankin Traill"),
	namesOf("Freja Gunnar Ingrid Kåre Liv Sigrid Torstein Åse", "Bakken Dahl Eide Haugen Lund Moen Sørli Vik"),
	namesOf("Anjali Dev Kavya Meera Nikhil Priya Rohan Tara", "Banerjee Desai Iyer Kulkarni Menon Rao Sethi Varma"),
	familyFirst("Bo Fang Jun Lan Mei Qiang Wei Xue", "Chen Gao Huang Liu Sun Wang Xie Zhou"),
	familyFirst("Aiko Daichi Haru Kenji Mio Ren Sora Yui", "Fujita Hayashi Ishii Kondo Mori Nakano Saito Ueda"),
	familyFirst("Anh Bình Chi Dũng Hoa Lan Minh Tuấn", "Bùi Đặng Đỗ Hồ Lê Ngô Phạm Vũ"),
	namesOf("Aleksei Darya Ilya Kira Nina Pavel Sofya Yegor", "Antonov Belov Egorov Frolov Kozlov Orlov Titov Zuev"),
}

func namesOf(given, family string) culture {
	return culture{given: strings.Fields(given), family: strings.Fields(family)}
}

func familyFirst(given, family string) culture {
	c := namesOf(given, family)
	c.familyFirst = true
	return c
}

// full joins the parts as the culture does.
func (c culture) full(given, family string) string {
	if c.familyFirst {
		return family + " " + given
	}
	return given + " " + family
}

// nameParts are the parts of a name that $$name may ask for.
var nameParts = map[string]func(c culture, given, family string) string{
	"family": func(_ culture, _, family string) string { return family },
	"full":   culture.full,
	"given":  func(_ culture, given, _ string) string { return given },
}

// nameMaker reads {"$$name": "full"}: the name of a person from one of several
// cultures; or only "given" or "family".
func (r *reader) nameMaker(v *ejson.Value) template {
	text := r.string(v, `"$$name"`)
	part := nameParts[text]
	if part == nil {
		if text != "" {
			r.errorf(v.Start, unknownHint(text, sortedKeys(nameParts)), `"$$name" gives no %q`, text)
		}
		return nothing
	}
	return func(m *making, out []byte) (bson.Type, []byte) {
		c := cultures[m.random.below(uint64(len(cultures)))]
		given := c.given[m.random.below(uint64(len(c.given)))]
		family := c.family[m.random.below(uint64(len(c.family)))]
		return appendString(out, part(c, given, family))
	}
}
