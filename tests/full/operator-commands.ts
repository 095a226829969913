import type { Machine } from './machine.ts';
import { block, enquirerOn, readme, site, untilHealthy } from './new-operator.ts';

/** The commands in the table under a heading in server/README.md. */
export function commandsUnder(heading: string): string[] {
  const section = readme.split(/^#{2,3} /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return section.match(/(?<=^\|.*`)(?:hcs|systemctl|curl|rm) [^`]+(?=`)/gm) ?? [];
}

/** The README's commands for when something goes wrong. */
export const remedies = [
  'curl http://127.0.0.1:4173/healthz',
  'systemctl restart hcs.service',
  'hcs applications',
  'hcs enquiries',
  'systemctl start hcs-backup.service',
  'hcs invite EMAIL',
  'hcs person WHO',
  'hcs forget WHO',
  'hcs restore FILE',
  'hcs restore FILE --all',
  'systemctl stop hcs.service',
  'hcs restore --exactly FILE',
  'systemctl start hcs.service',
  'rm -f /var/lib/hcs/hcs.sqlite.before-restore-*',
];

/** Fills in the README's commands and runs them. */
export function runEach(machine: Machine, commands: string[]): void {
  const { sh } = machine;
  enquirerOn(machine)('forgotten');
  for (const command of commands) {
    const isOffline = command.startsWith('hcs restore --exactly');
    const filled = command
      .replace('invite EMAIL', 'invite boss@hcs.example')
      .replace('WHO', 'forgotten@example.com')
      .replace('FILE', '$(ls -d /var/lib/hcs-backups/*.sqlite | tail -n 1)');
    // They ask first.
    const input = /forget|--all/.test(command) ? 'yes\n' : undefined;
    sh(isOffline ? `systemctl stop hcs.service; ${filled}` : filled, input);
    if (/^systemctl (?:re)?start hcs.service/.test(command)) sh(untilHealthy);
  }
  sh(`systemctl start hcs.service; ${untilHealthy}`);
}

/** Moves the store to PostgreSQL as the README says, and starts the nightly backup unit. */
export function moveToPostgres({ sh }: Machine): void {
  sh(`cd /tmp; programs=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
    runuser -u postgres -- $programs/initdb -D /tmp/store -A trust -U hcs
    runuser -u postgres -- $programs/pg_ctl -D /tmp/store -o '-k /tmp -p 5433' -l /tmp/store.log -w start`);
  const address = 'postgres://hcs:PASSWORD@db.example.com/hcs?sslmode=require';
  sh(block('Moving to PostgreSQL, and back').replace(address, 'postgres://hcs@127.0.0.1:5433/postgres'));
  sh('rm -f /var/lib/hcs-backups/*; systemctl start hcs-backup.service');
}

/** Sends enquiries from seventy visitors with invented IP addresses; returns the statuses. */
export function askOften(here: Machine): string {
  // Use one process: seventy would take longer than the rate limit's window.
  return here.sh(`for number in $(seq 70); do
    echo "url = ${site}/connect/v1/enquiry"
    echo "header = X-Forwarded-For: 203.0.113.$number"
    echo "data-urlencode = name=Visitor"
    echo "data-urlencode = email=visitor$number@example.com"
    echo "data-urlencode = about=Valve"
    echo "data-urlencode = message=Hello"
    echo 'output = /dev/null'; echo 'write-out = "%{http_code} "'; echo next; done | sed '$d' | curl -s -K -`);
}
