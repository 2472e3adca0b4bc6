// The desk's one script: it lets the browser ask for a passkey before a form is sent. All other pages and forms work without it.
/** @param {string} text */
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (each) => each.charCodeAt(0));

/** @param {ArrayBuffer} buffer */
const textOf = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

/**
 * @param {string} options in JSON
 * @returns {Promise<string>} the response, in JSON
 */
async function askForPasskey(options) {
  const { challenge, allowCredentials = [], ...others } = JSON.parse(options);
  const allowed = allowCredentials.map((/** @type {{ id: string }} */ each) => ({ ...each, id: bytesOf(each.id) }));
  const credential = /** @type {PublicKeyCredential} */ (
    await navigator.credentials.get({
      publicKey: { ...others, challenge: bytesOf(challenge), allowCredentials: allowed },
    })
  );
  const { clientDataJSON, authenticatorData, signature } = /** @type {AuthenticatorAssertionResponse} */ (
    credential.response
  );
  return JSON.stringify({
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: credential.type,
    clientExtensionResults: {},
    response: {
      clientDataJSON: textOf(clientDataJSON),
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
    },
  });
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-passkey]'))) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = /** @type {HTMLButtonElement} */ (form.querySelector('button'));
    const answer = /** @type {HTMLInputElement} */ (form.elements.namedItem('answer'));
    button.disabled = true;
    try {
      answer.value = await askForPasskey(form.dataset.passkey ?? '');
      form.submit();
    } catch {
      // Browsers reject with the same error when the person cancels, waits too long, or has no such passkey.
      const problem = /** @type {HTMLElement} */ (form.querySelector('[data-problem]'));
      problem.hidden = false;
      button.disabled = false;
    }
  });
}
