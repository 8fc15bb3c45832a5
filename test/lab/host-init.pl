# host-init.pl — becomes pid 1 of a lab host; hosts.sh starts it in the host's new namespaces.
#
# One process instead of fifty: a host is booted a thousand times in a run of all suites, and each mount(8), mknod(1) or
# ln(1) would be a process of its own. It loads nothing later on: after the change of the root its modules are elsewhere.
# Takes from the environment: NAME, ROOT, MID (machine-id), BINDS and RW_BINDS ("SRC:DST ..."), INIT (mini or systemd),
# and GO, a fifo from which it reads when the network is there.
use strict;
use warnings;

my ($MOUNT, $UMOUNT2, $PIVOT_ROOT, $MKNOD, $SETHOSTNAME) = (165, 166, 155, 133, 170);    # of x86_64
my ($RDONLY, $NOSUID, $NODEV, $NOEXEC, $REMOUNT, $BIND) = (1, 2, 4, 8, 32, 4096);
my ($DETACH, $CHARACTER_DEVICE) = (2, 0020000);

# What syscall gets has to be writable strings, which copies are.
sub mount_ {
  my ($source, $target, $type, $flags, $data) = @_;
  syscall($MOUNT, $source, $target, $type, $flags, $data) == 0 or die "mount $source on $target: $!\n";
}
sub bind_ { my ($source, $target) = @_; mount_($source, $target, "none", $BIND, "") }
sub link_ { my ($to, $file) = @_; unlink $file; symlink $to, $file or die "symlink $file: $!\n" }
sub dir_ { my ($dir, $mode) = @_; mkdir $dir or die "mkdir $dir: $!\n"; !defined $mode or chmod $mode, $dir }
sub dirs_ {    # as mkdir -p
  my ($dir) = @_;
  return if -d $dir;
  my ($above) = $dir =~ m{^(.+)/[^/]+$};
  dirs_($above) if defined $above;
  mkdir $dir or -d $dir or die "mkdir $dir: $!\n";
}
sub file_ {
  my ($file, $text) = @_;
  open my $out, '>', $file or die "$file: $!\n";
  print $out $text;
  close $out or die "$file: $!\n";
}
sub text_of { my ($file) = @_; open my $in, '<', $file or die "$file: $!\n"; local $/; return scalar <$in> }

open my $go, '<', $ENV{GO} or die "$ENV{GO}: $!\n";
defined(scalar <$go>) or die "no network came\n";
close $go;
my $name = $ENV{NAME};
syscall($SETHOSTNAME, $name, length $name) == 0 or die "sethostname: $!\n";
chdir $ENV{ROOT} or die "$ENV{ROOT}: $!\n";
umask 022;

mount_("proc", "proc", "proc", $NOSUID | $NODEV | $NOEXEC, "");
text_of("proc/1/stat");    # fixes the mtime of /proc/1 (dnf needs-restarting reads it as boot time)
mount_("sysfs", "sys", "sysfs", $RDONLY | $NOSUID | $NODEV | $NOEXEC, "");
mount_("tmpfs", "dev", "tmpfs", $NOSUID, "mode=755");
umask 0;
for (["null", 1, 3], ["zero", 1, 5], ["full", 1, 7], ["random", 1, 8], ["urandom", 1, 9], ["tty", 5, 0]) {
  my $device = "dev/$_->[0]";
  syscall($MKNOD, $device, $CHARACTER_DEVICE | 0666, $_->[1] << 8 | $_->[2]) == 0 or die "mknod $device: $!\n";
}
umask 022;
link_("/proc/self/fd", "dev/fd");
link_("fd/$_->[1]", "dev/$_->[0]") for ["stdin", 0], ["stdout", 1], ["stderr", 2];
dir_("dev/pts");
dir_("dev/shm");
mount_("devpts", "dev/pts", "devpts", 0, "newinstance,ptmxmode=666,mode=620");
link_("pts/ptmx", "dev/ptmx");
mount_("tmpfs", "dev/shm", "tmpfs", $NOSUID | $NODEV, "mode=1777");
mount_("tmpfs", "run", "tmpfs", $NOSUID | $NODEV, "mode=755");
dir_("run/lock", 01777);
file_("run/.boot_id", text_of("proc/sys/kernel/random/uuid"));
bind_("run/.boot_id", "proc/sys/kernel/random/boot_id");

for (split ' ', $ENV{BINDS}) {
  my ($source, $below) = split /:/, $_, 2;
  my $target = ".$below";
  unless (-e $target) {
    if (-d $source) { dirs_($target) }
    else { dirs_($target =~ s{/[^/]+$}{}r); file_($target, "") }
  }
  bind_($source, $target);
  mount_("none", $target, "none", $REMOUNT | $BIND | $RDONLY, "");
}
for (split ' ', $ENV{RW_BINDS}) {
  my ($source, $below) = split /:/, $_, 2;
  dirs_($_) for $source, ".$below";
  bind_($source, ".$below");
}

unlink "etc/machine-id", "etc/resolv.conf";
file_("etc/machine-id", "$ENV{MID}\n");
file_("etc/hostname", "$name\n");
file_("etc/hosts", "127.0.0.1 localhost\n127.0.1.1 $name\n");
link_("../proc/self/mounts", "etc/mtab");
file_("etc/resolv.conf", "");    # no DNS: a name fails at once (a dead nameserver costs apt 120 s)
if ($ENV{INIT} eq "systemd") {
  mount_("tmpfs", "sys/fs/cgroup", "tmpfs", 0, "mode=755");
  mount_("cgroup2", "sys/fs/cgroup", "cgroup2", 0, "");
}

dir_("run/.old");
my ($here, $old) = (".", "run/.old");
syscall($PIVOT_ROOT, $here, $old) == 0 or die "pivot_root: $!\n";
chdir "/" or die "/: $!\n";
$old = "/run/.old";
syscall($UMOUNT2, $old, $DETACH) == 0 or die "umount: $!\n";
rmdir $old or die "$old: $!\n";
file_("/run/lab-booted", "");
open STDIN, '<', "/dev/null" or die "/dev/null: $!\n";
if ($ENV{INIT} eq "systemd") {
  %ENV = (container => "lab");
  exec {"/lib/systemd/systemd"} "/lib/systemd/systemd", "--show-status=no" or die "systemd: $!\n";
}
@ENV{qw(PATH HOME LANG)} = ("/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "/root", "C.UTF-8");
exec {"/bin/bash"} "bash", "-c", 'trap "exit 0" TERM; while :; do sleep 86400 & wait $!; done' or die "bash: $!\n";
