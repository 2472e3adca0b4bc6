import { withTestApp } from './testing/test-app';

const api = withTestApp();

test('it says that it is alive and that its database answers', async () => {
  const { app } = api.current;
  expect((await app.inject('/api/v1/health')).json()).toEqual({ data: { status: 'ok' } });
  expect((await app.inject('/api/v1/ready')).json()).toEqual({ data: { status: 'ready' } });
});

test('an unknown path of the API is a 404 in JSON', async () => {
  const response = await api.current.app.inject({ url: '/api/v1/nowhere', headers: { accept: 'text/html' } });
  expect(response.statusCode).toBe(404);
  expect(response.json()).toEqual({ message: 'Page not found.', code: 'NOT_FOUND' });
});
