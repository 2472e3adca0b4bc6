// Compiles the ICU messages of a catalog, src/locales/fr.json, so that the browser needs no parser.

/** @type {import('webpack').LoaderDefinition} */
module.exports = function catalog(source) {
  const done = this.async();
  import('icu-minify/compile')
    .then(({ default: compile }) => {
      /** @type {[string, string][]} */
      const messages = Object.entries(JSON.parse(source));
      // The server alone needs the texts with fields (releases/src/words/catalogs.ts).
      const own = messages.filter(([key]) => !/\{\{\w+\./.test(key));
      done(null, JSON.stringify(Object.fromEntries(own.map(([key, message]) => [key, compile(message)]))));
    })
    .catch(done);
};
