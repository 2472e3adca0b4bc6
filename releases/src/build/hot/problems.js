// Shows in the page why a save was not built. It uses no style sheet, since the page's policy allows none of another origin.

const LOOK = {
  position: 'fixed',
  inset: 'auto 0 0',
  zIndex: '2147483647',
  maxHeight: '60vh',
  overflow: 'auto',
  padding: '16px',
  background: '#2a0d12',
  color: '#ffffff',
  font: '14px / 1.5 ui-monospace, monospace',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  direction: 'ltr',
  textAlign: 'left',
};

const BUTTON = {
  minHeight: '44px',
  padding: '0 16px',
  border: '1px solid #ffffff',
  borderRadius: '8px',
  background: 'transparent',
  color: 'inherit',
  font: 'inherit',
};

/**
 * @returns {(remote: string, problems: readonly string[]) => void} shows the problems of a remote's build in place of those before; an empty list
 *   removes them
 */
export function problemsOverlay() {
  /** @type {HTMLElement | undefined} */
  let shown;
  const hide = () => {
    shown?.remove();
    shown = undefined;
  };
  return (remote, problems) => {
    hide();
    if (problems.length === 0) return;
    const overlay = document.createElement('section');
    overlay.setAttribute('role', 'alert');
    overlay.lang = 'en';
    Object.assign(overlay.style, LOOK);
    const heading = document.createElement('strong');
    heading.textContent = `${remote} was not built, so the page runs the version before.`;
    overlay.append(heading);
    for (const problem of problems) {
      const text = document.createElement('p');
      text.textContent = problem;
      overlay.append(text);
    }
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Hide';
    Object.assign(button.style, BUTTON);
    button.addEventListener('click', hide);
    overlay.append(button);
    document.body.append(overlay);
    shown = overlay;
  };
}
