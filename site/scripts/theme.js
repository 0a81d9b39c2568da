// Sets the reader's choice of light or dark before the page is drawn.
'use strict';
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed to pages opened from a file in some browsers: the
  // system's choice holds.
}
