// embed.js: one script that another site adds, and `foodhallEmbed.mountRemote(element, {site, remote, path})`.
import '../remotes/provide';
import 'shared-contracts/ui/tokens.css';
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
