// Which documents the server is asked about.

export type Mode = 'primary' | 'companion' | 'off';
export const modes: readonly Mode[] = ['primary', 'companion', 'off'];

/** Ids that VS Code and common extensions give the languages that ci reads. */
export const languageIds: readonly string[] = [
  'blade', 'c', 'cpp', 'csharp', 'css', 'cue', 'cuda-cpp', 'django-html', 'dockerfile', 'elixir', 'elm', 'go', 'groovy', 'hcl', 'html',
  'java', 'javascript', 'javascriptreact', 'jinja-html', 'kotlin', 'lua', 'markdown', 'ocaml', 'php', 'po', 'postcss', 'proto', 'proto3', 'python',
  'ruby', 'rust', 'scala', 'scss', 'shellscript', 'sql', 'svelte', 'swift', 'terraform', 'toml', 'twig', 'typescript', 'typescriptreact', 'vue', 'yaml',
];

/**
 * Names of files that ci reads, as docs/languages.md lists them: without an
 * extension for its language the editor takes them for plain text.
 */
export const filePatterns: readonly string[] = [
  '*.sh', '*.bash', '*.bats', '*.ebuild', '*.blade.php', '*.c', '*.h', '{lang,locales}/**/*.json', 'composer.json',
  '*.cc', '*.cpp', '*.cxx', '*.c++', '*.hh', '*.hpp', '*.hxx', '*.h++', '*.inl', '*.ipp', '*.tpp', '*.cu', '*.cuh', '*.cs', '*.csx',
  '*.css', '*.pcss', '*.cue', '*.dockerfile', 'dockerfile', 'Dockerfile', 'containerfile', 'Containerfile',
  '.env.example', '.env.sample', '.env.template', '.env.dist', '.env.defaults', '.env.example.*', '.env.*.example',
  '*.ex', '*.exs', '*.elm', '*.go', '*.groovy', '*.gradle', '*.gvy', '*.nf', 'jenkinsfile', 'Jenkinsfile', '*.tf', '*.tfvars', '*.hcl',
  '*.html', '*.htm', '*.xhtml', '*.html.j2', '*.html.jinja', '*.html.jinja2', '*.djhtml', '*.twig', '*.java', '*.js', '*.mjs', '*.cjs', '*.jsx',
  '*.kt', '*.kts', '*.lua', '*.md', '*.markdown', '*.mdown', '*.ml', '*.php', '*.phtml', '*.php3', '*.php4', '*.php5', '*.phps', '*.inc', '*.po', '*.xlf', '*.xliff', '*_*.properties',
  '*.proto', '*.py', '*.pyi', '*.rb', '*.rake', '*.gemspec', '*.ru', '*.rs', '*.scala', '*.sc', '*.sbt', '*.scss', '*.sql', '*.svelte',
  '*.swift', '*.toml', '*.ts', '*.mts', '*.cts', '*.tsx', '*.vue', '*.yaml', '*.yml',
];

/** Ids of languages that have a dedicated server in common use: docs/lsp.md. */
export const companions: readonly string[] = [
  'c', 'cpp', 'csharp', 'cuda-cpp', 'elixir', 'elm', 'go', 'java', 'javascript', 'javascriptreact', 'kotlin', 'lua', 'ocaml', 'php', 'python', 'ruby', 'rust', 'scala', 'shellscript',
  'swift', 'typescript', 'typescriptreact',
];

// Where an id of the editor is not ci's name of the language.
const names: Readonly<Record<string, string>> = {
  'cuda-cpp': 'cpp', 'django-html': 'html', 'jinja-html': 'html', po: 'gettext', postcss: 'css', proto: 'protobuf', proto3: 'protobuf', shellscript: 'bash', terraform: 'hcl', twig: 'html',
};

export interface Filter {
  scheme: 'file';
  language?: string;
  pattern?: string;
}

/** The documents of all languages: by the editor's id, else by the file's name. */
export function documentSelector(): Filter[] {
  return [
    ...languageIds.map((language): Filter => ({ scheme: 'file', language })),
    { scheme: 'file', pattern: `**/{${filePatterns.map(flat).join(',')}}` },
  ];
}

/**
 * The documents whose hierarchies of calls and types are asked for: the editor asks
 * one server alone, which must be another one where ci is a companion.
 */
export function hierarchySelector(set: Readonly<Record<string, Mode>>): Filter[] {
  const primary = (id: string): boolean => (set[names[id] ?? id] ?? (companions.includes(id) ? 'companion' : 'primary')) === 'primary';
  return [
    ...languageIds.filter(primary).map((language): Filter => ({ scheme: 'file', language })),
    // Their ids come with extensions that may not be there.
    ...Object.entries({ blade: '**/*.blade.php', svelte: '**/*.svelte', vue: '**/*.vue' }).filter(([id]) => primary(id)).map(([, pattern]): Filter => ({ scheme: 'file', pattern })),
  ];
}

// Groups of patterns do not nest.
function flat(pattern: string): string {
  const group = /^(.*)\{([^}]*)\}(.*)$/.exec(pattern);
  return group ? group[2]!.split(',').map((x) => `${group[1]}${x}${group[3]}`).join(',') : pattern;
}

/** The setting ci.languages, without what it may not say. */
export function languageModes(setting: unknown): Record<string, Mode> {
  const out: Record<string, Mode> = {};
  if (typeof setting === 'object' && setting !== null) {
    for (const [language, mode] of Object.entries(setting)) {
      if (modes.includes(mode as Mode)) {
        out[language] = mode as Mode;
      }
    }
  }
  return out;
}
