// embed.js: one script that another site adds, and `foodhallEmbed.mountRemote(element, {site, remote, path})`.
// Tokens first: they rank the style layers, and a layer's rank is that of its first mention.
import 'shared-contracts/ui/tokens.css';
import '../remotes/provide';
import { mountRemote } from './mount-remote';

// The script cannot bring its style sheet along; it stands beside it.
const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL('embed.css', script.src).href;
  document.head.append(link);
}

Object.assign(window, { foodhallEmbed: { mountRemote } });
