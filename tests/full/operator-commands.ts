import type { Machine } from './machine.ts';
import { enquirerOn, readme, site, untilHealthy } from './new-operator.ts';

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
  'systemctl stop hcs.service',
  'hcs restore FILE',
  'systemctl start hcs.service',
  'hcs restore --exactly FILE',
  'rm -f /var/lib/hcs/hcs.sqlite.before-restore-*',
];

/** Fills in the README's commands and runs them. */
export function runEach(machine: Machine, commands: string[]): void {
  const { sh } = machine;
  enquirerOn(machine)('forgotten');
  for (const command of commands) {
    const isOffline = command.startsWith('hcs restore');
    const filled = command
      .replace('invite EMAIL', 'invite boss@hcs.example')
      .replace('WHO', 'forgotten@example.com')
      .replace('FILE', '$(ls -d /var/lib/hcs-backups/*.sqlite | tail -n 1)');
    // It asks for confirmation before it deletes.
    const input = command.startsWith('hcs forget') ? 'yes\n' : undefined;
    sh(isOffline ? `systemctl stop hcs.service; ${filled}` : filled, input);
    if (/^systemctl (?:re)?start hcs.service/.test(command)) sh(untilHealthy);
  }
  sh(`systemctl start hcs.service; ${untilHealthy}`);
}

/** Points the settings to a store on PostgreSQL, starts the nightly backup unit, and lists what it wrote. */
export function backUpPostgres({ sh }: Machine): string {
  sh(`systemctl stop hcs.service; cd /tmp; programs=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
    runuser -u postgres -- $programs/initdb -D /tmp/store -A trust -U hcs
    runuser -u postgres -- $programs/pg_ctl -D /tmp/store -o '-k /tmp -p 5433' -l /tmp/store.log -w start
    echo 'DATABASE_URL=postgres://hcs@127.0.0.1:5433/postgres' >> /etc/hcs.env
    systemctl start hcs.service; ${untilHealthy}; systemctl stop hcs.service
    systemctl start hcs-backup.service`);
  return sh('pg_restore --list /var/lib/hcs-backups/*.dump');
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
