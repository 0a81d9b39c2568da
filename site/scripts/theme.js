// Sets what the reader has chosen before the page is drawn. That is light or dark, and a
// driver, whose code has another height than the shell's and would move what is read.
'use strict';
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  const examples = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name=examples]'));
  const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  if (examples && localStorage.getItem('driver')) {
    for (const path of ['code.js', ...examples.content.split(' ').map((name) => `../examples/${name}.code.js`)]) {
      const script = document.createElement('script');
      script.src = new URL(path, src).href;
      script.async = false;
      script.setAttribute('blocking', 'render');
      document.head.append(script);
    }
  }
} catch {
  // Storage is closed to pages opened from a file in some browsers: the
  // system's choice and the shell's code hold.
}
