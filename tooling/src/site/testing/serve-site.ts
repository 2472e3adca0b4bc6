// A site as npm start serves it, in a process of its own that a test can kill. Its settings come as one argument in JSON.
import { startSite } from '../site';
import { prepareSite } from '../site-copy';

const settings = JSON.parse(process.argv[2]);
const { first, notice } = await prepareSite(settings.distDir);
const { url } = await startSite({ ...settings, restarts: true });
process.send({ url, first, notice });
