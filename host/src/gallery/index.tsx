/** The gallery as a page of its own, which only the development server has: /gallery. */
import 'shared-contracts/ui/tokens.css';
import 'shared-contracts/ui/base.css';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'shared-contracts/router';
import { Gallery } from './gallery';

const element = document.getElementById('root');
if (!element) throw new Error('gallery.html has no element #root to show the gallery in.');
createRoot(element).render(
  <BrowserRouter>
    <Gallery />
  </BrowserRouter>,
);
