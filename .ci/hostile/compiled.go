package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"modelbook/.ci/smallbook"
)

// goCommand answers in the place of the go command with which a program compiles its
// playground. It asks the real one for the environment, which is where a stranger's
// go.mod is met, and says that GOROOT is its own folder. For a build it records what
// there is to compile and with which settings, and writes an empty module.
const goCommand = `#!/bin/sh
case $1 in
env) "$REAL_GO" "$@" | sed "s|\"GOROOT\": .*|\"GOROOT\": \"$GO_FOLDER\",|" ;;
build)
	[ ! -e "$GO_FOLDER/compiled" ] || exit 1
	cp -R . "$GO_FOLDER/compiled"
	{ echo "GOTOOLCHAIN=$GOTOOLCHAIN GOWORK=$GOWORK GOFLAGS=$GOFLAGS GO111MODULE=$GO111MODULE"; echo "$*"; } >"$GO_FOLDER/settings"
	while [ "$1" != -o ]; do shift; done
	printf '\000asm\001\000\000\000\005\003\001\000\041\013\001\000' >"$2" ;;
*) exit 1 ;;
esac
`

// playground is where a program compiles its playground, which most do without.
type playground struct {
	folder   string // of the go command
	built    string // a site with the playground
	cache    string // of programs, as it was after that build
	proxy    *httptest.Server
	mu       sync.Mutex
	requests []string // that the go command sent for modules and toolchains
}

func newPlayground(work string) (*playground, error) {
	p := &playground{folder: filepath.Join(work, "go"), built: filepath.Join(work, "built-go"), cache: filepath.Join(work, "cached")}
	p.proxy = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		p.requests = append(p.requests, r.URL.Path)
		p.mu.Unlock()
		http.NotFound(w, r)
	}))
	err := smallbook.Write(p.folder, map[string]string{"bin/go": goCommand, "lib/wasm/wasm_exec.js": "// glue\n"})
	return p, errors.Join(err, os.Chmod(filepath.Join(p.folder, "bin", "go"), 0o755))
}

// environment is that of a developer who set nothing: the go command may fetch what a
// go.mod asks for.
func (p *playground) environment() ([]string, error) {
	real, err := exec.LookPath("go")
	if err != nil {
		return nil, err
	}
	return []string{
		"REAL_GO=" + real, "GO_FOLDER=" + p.folder, "PATH=" + filepath.Join(p.folder, "bin") + ":" + os.Getenv("PATH"),
		"GOPROXY=" + p.proxy.URL, "GOTOOLCHAIN=auto", "GONOSUMDB=*", "GOENV=off", "GOFLAGS=", "GOWORK=", "GO111MODULE=", "GOROOT=",
	}, nil
}

// asked returns what was asked for since the last call.
func (p *playground) asked() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	asked := p.requests
	p.requests = nil
	return asked
}

// cache is the folder in which programs of the playground are kept.
func (b *book) cache() string { return filepath.Join(filepath.Dir(b.dir), "cache", "modelbook") }

// cachedProgram is the one file in it.
func (b *book) cachedProgram() (string, error) {
	names, err := filepath.Glob(filepath.Join(b.cache(), "wasm-*"))
	if err == nil && len(names) != 1 {
		err = fmt.Errorf("the cache has %d programs", len(names))
	}
	if err != nil {
		return "", err
	}
	return names[0], nil
}

// caches are caches of the playground's program that are damaged, or are none. What is
// published is the program that was compiled, whatever there is.
func caches() []input {
	var inputs []input
	add := func(name string, isUsed bool, change func(b *book, file string) error) {
		inputs = append(inputs, input{name: name, compiles: true, change: func(b *book) error {
			file, err := b.cachedProgram()
			// Without a site to compare with, all is written.
			return errors.Join(err, os.RemoveAll(b.path("site/public")), change(b, file))
		}, holds: func(b *book, got outcome) []string { return slices.Concat(published(b, got), compiled(b, !isUsed)) }})
	}
	content := func(name string, change func(content []byte) []byte) {
		add(name, false, func(_ *book, file string) error {
			content, err := os.ReadFile(file)
			return errors.Join(err, os.WriteFile(file, change(content), 0o644))
		})
	}
	instead := func(name string, make func(b *book, path string) error) {
		add(name, false, func(b *book, file string) error { return errors.Join(os.RemoveAll(file), make(b, file)) })
	}
	add("as it was", true, func(*book, string) error { return nil })
	for _, part := range []int{0, 31, 32, 36, 60, 70, 75, 80, 90, 100, 110, 120, 130, 140, -20, -12, -8, -5, -1} {
		content(fmt.Sprintf("byte %d flipped", part), func(content []byte) []byte {
			content[(part+len(content))%len(content)] ^= 1
			return content
		})
	}
	content("empty", func([]byte) []byte { return nil })
	content("without its end", func(content []byte) []byte { return content[:len(content)-1] })
	content("half of it", func(content []byte) []byte { return content[:len(content)/2] })
	content("the hash alone", func(content []byte) []byte { return content[:32] })
	content("longer", func(content []byte) []byte { return append(content, 0) })
	content("twice", func(content []byte) []byte { return append(content, content...) })
	content("zeros", func(content []byte) []byte { return make([]byte, len(content)) })
	content("another hash", func(content []byte) []byte { return append(bytes.Repeat([]byte{7}, 32), content[32:]...) })
	content("lengths beyond its end", func(content []byte) []byte {
		return append(content[:32], bytes.Repeat([]byte{0xff}, len(content)-32)...)
	})
	content("a module of another", func([]byte) []byte { return []byte("\x00asm\x01\x00\x00\x00") })
	instead("a pipe", pipe)
	instead("a socket", socket)
	instead("a folder", directory)
	instead("10 GB", hugeFile)
	instead("a link to the secret", linkTo("OUTSIDE/secret.md"))
	instead("a link to /dev/zero", linkTo("/dev/zero"))
	instead("a link to nothing", linkTo("nothing"))
	instead("a link to itself", func(_ *book, path string) error { return os.Symlink(filepath.Base(path), path) })
	instead("a folder with files", func(_ *book, path string) error { return smallbook.Write(path, map[string]string{"play.wasm": "x"}) })
	instead("nothing", func(*book, string) error { return nil })
	add("a file that others may write to", false, func(_ *book, file string) error { return os.Chmod(file, 0o666) })
	add("a folder that others may write to", false, func(b *book, _ string) error { return os.Chmod(b.cache(), 0o777) })
	for _, other := range []struct {
		kind string
		make func(*book, string) error
	}{{"a pipe", pipe}, {"10 GB", hugeFile}, {"a folder", directory}, {"a link to /dev/zero", linkTo("/dev/zero")}, {"a link to itself", linkTo("wasm-other")}} {
		add(other.kind+" beside it", true, func(b *book, _ string) error { return other.make(b, filepath.Join(b.cache(), "wasm-other")) })
		add(other.kind+" beside none", false, func(b *book, file string) error {
			return errors.Join(os.Remove(file), other.make(b, filepath.Join(b.cache(), "wasm-other")))
		})
		add(other.kind+" in place of the cache", false, func(b *book, _ string) error {
			return errors.Join(os.RemoveAll(b.cache()), other.make(b, b.cache()))
		})
	}
	add("a link outside in place of the cache", false, func(b *book, _ string) error {
		return errors.Join(os.RemoveAll(b.cache()), linkTo("OUTSIDE")(b, b.cache()))
	})
	add("3,000 remains of builds that were killed", false, func(b *book, file string) error {
		for i := range 3_000 {
			if err := os.WriteFile(fmt.Sprintf("%s.%d", file, i), []byte("half"), 0o644); err != nil {
				return err
			}
		}
		return os.Remove(file)
	})
	content("a whole one of other sources", func(content []byte) []byte {
		content[40] ^= 1 // of the key, after the hash and a length
		sum := sha256.Sum256(content[32:])
		return append(sum[:], content[32:]...)
	})
	return inputs
}

// published reports how the built site differs from the one that was built before any
// harm was done.
func published(b *book, got outcome) []string {
	if got.exit != 0 {
		return nil
	}
	want, err := smallbook.Tree(filepath.Join(filepath.Dir(b.dir), "built-go", "public"), nil)
	is, wrong := smallbook.Tree(b.path("site/public"), nil)
	if err = errors.Join(err, wrong); err != nil {
		return []string{err.Error()}
	}
	if name := smallbook.Differ(want, is); name != "" {
		return []string{"it published another " + name}
	}
	return nil
}

// compiled reports whether anything was compiled that should not be, or the other way,
// and from other sources than those of this repository.
func compiled(b *book, isExpected bool) []string {
	folder := filepath.Join(filepath.Dir(b.dir), "go")
	is, err := smallbook.Tree(filepath.Join(folder, "compiled"), nil)
	if errors.Is(err, fs.ErrNotExist) {
		if isExpected {
			return []string{"it compiled no program"}
		}
		return nil
	}
	if err != nil {
		return []string{err.Error()}
	}
	if !isExpected {
		return []string{"it compiled the program again"}
	}
	own, err := smallbook.Tree("generator", func(name string) bool { return strings.Contains(name, "testdata") })
	if err != nil {
		return []string{err.Error()}
	}
	own["."], own["generator"] = own["wasm"], own["wasm"] // folders
	own["go.mod"], own["go.sum"] = own["wasm/worker.mod"], own["wasm/worker.sum"]
	var problems []string
	if is["generator/wasm/worker/main.go"] == "" {
		problems = append(problems, "it compiled no worker")
	}
	for name, content := range is {
		if own[strings.TrimPrefix(name, "generator/")] != content {
			problems = append(problems, "it compiled a "+name+" that is not its own")
		}
	}
	settings, err := os.ReadFile(filepath.Join(folder, "settings"))
	if want := "GOTOOLCHAIN=local GOWORK=off GOFLAGS=-mod=readonly GO111MODULE=on\nbuild "; err != nil || !strings.HasPrefix(string(settings), want) || !strings.HasSuffix(string(settings), " modelbook/generator/wasm/worker\n") {
		problems = append(problems, fmt.Sprintf("it compiled with %s", settings))
	}
	return problems
}

// strangersSources are the sources of strangers again, for a program that compiles its
// playground from its own: what they hold is not what is published, and no toolchain
// that they ask for is fetched.
func strangersSources() []input {
	var inputs []input
	for _, in := range append(sources(), worktrees()...) {
		change := in.change
		in.compiles = true
		in.change = func(b *book) error {
			return errors.Join(os.RemoveAll(b.cache()), os.RemoveAll(b.path("site/public")), change(b))
		}
		in.holds = func(b *book, got outcome) []string { return slices.Concat(published(b, got), compiled(b, true)) }
		inputs = append(inputs, in)
	}
	return inputs
}

// worktrees are whole modules of our name with a worker of their own.
func worktrees() []input {
	const forged = "package main\n\nfunc main() { panic(\"forged\") }\n"
	var inputs []input
	for _, tree := range []struct {
		name  string
		files map[string]string
	}{
		{"a module of our name with a worker", map[string]string{"go.mod": "module modelbook\n\ngo 1.25\n", "generator/wasm/worker/main.go": forged}},
		{"a module of our name of a future version with a worker", map[string]string{"go.mod": "module modelbook\n\ngo 1.99\n\ntoolchain go1.99.9\n", "generator/wasm/worker/main.go": forged}},
		{"a workspace of a future version with a worker", map[string]string{"go.work": "go 1.99\n\ntoolchain go1.99.9\n\nuse .\n", "go.mod": "module modelbook\n\ngo 1.25\n", "generator/wasm/worker/main.go": forged}},
		{"a module with a playground of its own", map[string]string{"go.mod": "module modelbook\n\ngo 1.25\n", "generator/playground.go": forged, "generator/play/play.go": "package play\n", "generator/wasm/embedded/play": "\x00asm"}},
		{"a vendor folder with our packages", map[string]string{"go.mod": "module modelbook\n\ngo 1.25\n", "vendor/modules.txt": "# modelbook v0.0.0\n## explicit\n", "vendor/modelbook/generator/play/play.go": "package play\n"}},
		{"a go command", map[string]string{"go": "#!/bin/sh\ntouch ../outside/forged\n", "bin/go": "#!/bin/sh\ntouch ../outside/forged\n"}},
	} {
		inputs = append(inputs, input{name: tree.name, change: func(b *book) error { return smallbook.Write(b.dir, tree.files) }})
	}
	return inputs
}
