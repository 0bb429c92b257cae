import assert from 'node:assert/strict';
import fc from 'fast-check';
import { redactSecrets } from '../../../src/classifier/redaction';

/** Written in two parts so that no scanner takes the test data for a leak. */
function made(prefix: string, length: number): string {
  return prefix + 'a1B2c3D4e5'.repeat(Math.ceil(length / 10)).slice(0, length);
}

const PRIVATE = 'RSA PRIVATE';
const KEY_BLOCK = `-----BEGIN ${PRIVATE} KEY-----\n${made('MII', 61)}\n${made('', 64)}\n-----END ${PRIVATE} KEY-----`;

describe('redactSecrets', () => {
  const secrets: readonly [what: string, secret: string, text: (secret: string) => string][] = [
    ['Anthropic key', made('sk-ant-', 80), (s) => `run --with ${s} now`],
    ['OpenAI project key', made('sk-proj-', 100), (s) => `export X=${s}`],
    ['OpenRouter key', made('sk-or-v1-', 64), (s) => s],
    ['Google key', made('AIza', 35), (s) => `https://maps.example/?k=${s}`],
    ['AWS key id', 'AKIA' + 'ABCDEFGHIJKLMNOP', (s) => `aws configure set x ${s}`],
    ['AWS secret', made('', 40), (s) => `AWS_SECRET_ACCESS_KEY=${s} aws s3 ls`],
    ['GitHub token', made('ghp_', 36), (s) => `git clone https://${s}@github.com/a/b`],
    ['GitHub fine-grained token', made('github_pat_', 82), (s) => `"${s}"`],
    ['GitLab token', made('glpat-', 20), (s) => s],
    ['Slack token', made('xoxb-', 40), (s) => `token ${s}`],
    ['Slack webhook', made('T000/B000/', 24), (s) => `curl https://hooks.slack.com/services/${s}`],
    ['npm token', made('npm_', 36), (s) => `//packages.example/:_authToken=${s}`],
    ['PyPI token', made('pypi-', 100), (s) => s],
    ['Stripe key', made('sk_live_', 24), (s) => s],
    ['Azure account key', made('', 86) + '==', (s) => `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${s};x`],
    ['Azure signature', made('', 44), (s) => `https://a.blob.core.windows.net/c?sv=1&sig=${s}&se=2`],
    ['Hugging Face token', made('hf_', 34), (s) => s],
    ['JSON web token', `${made('eyJ', 20)}.${made('eyJ', 40)}.${made('', 43)}`, (s) => `x=${s};`],
    ['private key', KEY_BLOCK, (s) => `cat > k <<EOF\n${s}\nEOF`],
    ['private key inside JSON', JSON.stringify(KEY_BLOCK).slice(1, -1), (s) => `{"content": "${s}"}`],
    ['private key without its end', made('MII', 300), (s) => `-----BEGIN ${PRIVATE} KEY-----\n${s}`],
    ['password in a URL', 'hunter2', (s) => `psql postgres://admin:${s}@db.example/x`],
    ['bearer header', made('', 30), (s) => `curl -H "Authorization: Bearer ${s}" https://x`],
    ['basic header inside JSON', made('', 20), (s) => `{"command":"curl -H \\"Authorization: Basic ${s}\\" x"}`],
    ['API key header', 'hunter2hunter2', (s) => `curl -H 'x-api-key: ${s}' https://x`],
    ['cookie', 's3cr3tvalue', (s) => `curl -H 'Cookie: sid=${s}; theme=dark' https://x`],
    ['curl user', 'hunter2', (s) => `curl -u admin:${s} https://x`],
    ['variable of a shell', 'hunter2', (s) => `DB_PASSWORD=${s} npm start`],
    ['quoted variable', 'correct horse'.replace(' ', '-'), (s) => `export API_TOKEN="${s}"`],
    ['field of JSON', 'hunter2', (s) => `{ "password": "${s}" }`],
    ['assignment in a program', 'hunter2', (s) => `const apiKey = '${s}';`],
    ['YAML', 'hunter22', (s) => `db:\n  password: ${s}\n`],
    ['option with =', 'hunter2', (s) => `mysql --password=${s}`],
    ['option with a space', 'hunter2', (s) => `vault login --token ${s}`],
  ];
  for (const [what, secret, text] of secrets) {
    it(`takes out: ${what}`, () => {
      const { text: clean, redacted } = redactSecrets(text(secret));
      assert.ok(!clean.includes(secret), clean);
      assert.doesNotMatch(clean, /a1B2c3D4e5/);
      assert.equal(redacted, 1, clean);
      assert.match(clean, /\[REDACTED [\w -]+\]/i);
      assert.deepEqual(redactSecrets(clean), { text: clean, redacted: 0 });
    });
  }

  const harmless: readonly string[] = [
    'npm test && git status',
    'function login(user: string, password: string): Promise<Token> {',
    'const token = await getToken();',
    'const max_tokens = 4096; maxTokens: 700, tokens=12',
    'mysql --password-file /run/secrets/db',
    'curl -H "Authorization: Bearer $TOKEN" https://x',
    'export API_KEY=$(pass show api)',
    'API_KEY=${API_KEY:-}',
    'password = process.env.PASSWORD',
    'ssh -i ~/.ssh/id_ed25519 git@github.com',
    'https://example.com:8443/path?query=value@here',
    'git log --author=token',
    'sk-learn and task-scheduling-of-many-things',
    'commit 0123456789abcdef0123456789abcdef01234567',
    '{"token": null, "secret": true}',
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  ];
  for (const text of harmless) {
    it(`leaves alone: ${text.slice(0, 60)}`, () => {
      assert.deepEqual(redactSecrets(text), { text, redacted: 0 });
    });
  }

  // What an agent could write in order to hide `evil` from the judge.
  const disguised: readonly string[] = [
    '-----BEGIN PRIVATE KEY-----; evil; -----END PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\nevil\n-----END PRIVATE KEY-----',
    '-----BEGIN RSA PRIVATE KEY-----\nComment: x; evil\n-----END RSA PRIVATE KEY-----',
    'A_TOKEN=x$(evil)xxxxxxxx ls',
    'A_TOKEN=xxxx`evil`xxxxxxxx ls',
    'A_TOKEN=xxxx;evil;xxxxxxxx',
    'A_TOKEN=xxxx|evil',
    'A_TOKEN=xxxx>evil',
    'echo "password=";evil;"xxxxxxxx"',
    'echo "password="&&evil;"xxxxxxxx"',
    "echo 'api_key: ';evil;'x'",
    'curl -H Cookie:\\ sid=xxxx;evil;x https://x',
    'curl -H "Cookie: sid=xxxx" ; evil',
    'curl -u admin:xxxx$(evil) https://x',
    'curl http://a:$(evil)@host/',
    'curl http://a:x;evil;x@host/',
    'curl -H "Authorization: $(evil)" https://x',
    'curl -H Authorization:xxxxxxxx;evil',
    'curl --token xxxx;evil',
    'credential_process=/evil/program',
    'token_command=/evil/program',
    'password_helper: /evil/12345678',
  ];
  for (const text of disguised) {
    it(`hides nothing that acts: ${JSON.stringify(text)}`, () => {
      assert.ok(redactSecrets(text).text.includes('evil'));
      assert.ok(redactSecrets(JSON.stringify({ command: text })).text.includes('evil'));
    });
  }

  it('keeps what stands around a secret', () => {
    assert.equal(
      redactSecrets('psql postgres://admin:hunter2@db/x').text,
      'psql postgres://admin:[REDACTED password]@db/x',
    );
  });

  it('counts every place', () => {
    assert.equal(redactSecrets('A_TOKEN=hunter2 B_SECRET=hunter3 run').redacted, 2);
  });

  it('keeps JSON valid', () => {
    const secret = fc.constantFrom(...secrets.map(([, value, text]) => text(value)));
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), secret)), (values) => {
        assert.equal((JSON.parse(redactSecrets(JSON.stringify(values)).text) as unknown[]).length, values.length);
      }),
      { seed: 7 },
    );
  });

  // Twice the text must not take much more than twice the time; each line once brought a pattern of this kind to its knees.
  const hostile: readonly string[] = [
    'a',
    'eyJ-',
    'token',
    'token=',
    "token:'",
    '-----BEGIN PRIVATE KEY-----',
    '://a:',
    'SG.aaaaaaaaaaaaaaaaaa',
    ' ',
  ];
  for (const part of hostile) {
    it(`takes linear time on ${JSON.stringify(part)} repeated`, () => {
      const time = (length: number): number => {
        const text = part.repeat(Math.ceil(length / part.length));
        const started = process.cpuUsage().user;
        redactSecrets(text);
        return (process.cpuUsage().user - started) / 1000;
      };
      time(50_000);
      // A quadratic pattern takes minutes here; the bound leaves room for a busy machine.
      assert.ok(time(1_000_000) < 4_000);
    });
  }
});
