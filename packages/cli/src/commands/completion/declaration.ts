import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq completion bash` */
export const completion: Declaration = {
  name: 'completion',
  summary: 'Print a completion script for a shell',
  arguments: [
    { name: 'shell', description: 'bash, zsh or fish', choices: ['bash', 'zsh', 'fish'] },
  ],
  options: [
    {
      flags: '--words <kind>',
      description: 'print words of this machine instead; the script calls this',
      choices: ['areas', 'tickers', 'lists', 'profiles', 'wallets', 'payments'],
      isHidden: true,
    },
    {
      flags: '--typed <text>',
      description: 'the beginning of the word for --words',
      isHidden: true,
    },
  ],
  examples: [
    'source <(fiq completion bash)',
    'fiq completion zsh > ~/.zfunc/_fiq',
    'fiq completion fish > ~/.config/fish/completions/fiq.fish',
  ],
  load: () => import('./run.ts'),
}
