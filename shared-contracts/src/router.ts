/** The parts of React Router that the site uses. Sharing the whole package would defeat tree shaking (53 KB instead of 13). */
export {
  BrowserRouter,
  generatePath,
  Link,
  type LinkProps,
  MemoryRouter,
  matchPath,
  Navigate,
  NavLink,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router-dom';
