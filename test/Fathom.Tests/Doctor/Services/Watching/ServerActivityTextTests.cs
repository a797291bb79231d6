using Fathom.Doctor.Services.Watching;
using Fathom.Machines.Kernel;

namespace Fathom.Tests.Doctor.Services.Watching;

/// <summary>What a server did while calls were served, in words.</summary>
public sealed class ServerActivityTextTests
{
    private static readonly PeerPlace Database = new(5432, IsHere: false, IsDatagram: false);
    private static readonly PeerPlace Cache = new(6379, IsHere: true, IsDatagram: false);
    private static readonly PeerPlace Names = new(53, IsHere: false, IsDatagram: true);

    [Fact]
    public void One_call_that_asks_a_database() =>
        Text(1, 100, 3, 0, new PeerActivity(Database) { AwaitedShare = 0.95, Connections = 1, ReceivedBytes = 40_000 }).ShouldBe(
        "computes 3 ms, and awaits an answer of port 5432 of another machine 95 % of the time");

    [Fact]
    public void One_call_that_moves_a_large_answer() =>
        Text(1, 100, 3, 0, new PeerActivity(Cache) { AwaitedShare = 0.9, Connections = 1, ReceivedBytes = 960_000 }).ShouldBe(
        "computes 3 ms, and awaits an answer of port 6379 of its own machine 90 % of the time, from where 960 kB come");

    [Fact]
    public void One_call_whose_answer_comes_in_windows() => Text(1, 260, 10, 0,
        new PeerActivity(Cache) { AwaitedShare = 0.1, UnclearShare = 0.8, ReceivedBytes = 960_000, ReceivingShare = 0.94 }).ShouldBe(
        "computes 10 ms, and receives 960 kB from port 6379 of its own machine over 94 % of the time");

    [Fact]
    public void One_call_of_which_it_is_unclear_what_it_awaits() =>
        Text(1, 100, 3, 0, new PeerActivity(Cache) { UnclearShare = 0.5 }).ShouldBe(
        "computes 3 ms, and awaits answers of port 6379 of its own machine, or does something between two of them, 50 % of the time");

    [Fact]
    public void One_call_whose_connection_is_not_accepted() =>
        Text(1, 1_000, 3, 0, new PeerActivity(Cache) { AwaitedShare = 0.02, ConnectingShare = 0.98, Connections = 1 }).ShouldBe(
        "computes 3 ms, and waits 98 % of the time for a connection to port 6379 of its own machine to be established");

    [Fact]
    public void One_call_that_looks_up_a_name() =>
        Text(1, 1_000, 3, 0, new PeerActivity(Names) { AwaitedShare = 0.99, Connections = 1 }).ShouldBe(
        "computes 3 ms, and awaits an answer of the name service 99 % of the time");

    [Fact]
    public void One_call_that_reads_a_file_and_waits_for_nobody() => Text(1, 100, 3, 2e8).ShouldBe(
        "computes 3 ms, reads 200 MB from disk, and awaits no answer on a connection of its own: what is waited for is in the process "
        + "itself, or on the disk");

    [Fact]
    public void One_call_that_asks_again_and_again() =>
        Text(1, 100, 3, 0, new PeerActivity(Cache) { AwaitedShare = 0.9, RoundTrips = 151.3 }).ShouldBe(
        "computes 3 ms, and awaits an answer of port 6379 of its own machine 90 % of the time, in up to 151 round trips");

    [Fact]
    public void One_call_that_reads_byte_by_byte() =>
        Text(1, 150, new ServerCounters(148, 96, 0, 0, 0, 0, new(0, 98_304, 98_400)), null).ShouldBe(
        "computes 148 ms (64.9 % of it in the kernel), and reads 98,304 times by read(2), one byte each on average");

    [Theory]
    [InlineData(0.74, "")]
    [InlineData(0.75, ", 75 % of it in the server of port 8443, one of 2 to which the proxy passes calls on")]
    public void Calls_at_once_that_one_of_two_servers_computes(double share, string text) => ServerActivityText.Clause(new ServerActivity(
        32, 1_000, new ServerCounters(1_800, 0, 0, 0, 0, 0, null), [], []) { Servers = [new(8_442, 1 - share), new(8_443, share)] })
        .ShouldBe($"computes on 1.8 processors{text}");

    [Fact]
    public void What_one_call_does_many_times() => ServerActivityText.Often(new ServerActivity(
        1, 150, new ServerCounters(148, 96, 0, 0, 0, 0, new(0, 98_304, 98_400)), [], [new(Cache) { RoundTrips = 151 }])).ShouldBe(
        "reads 98,304 times by read(2), one byte each on average, and asks port 6379 of its own machine up to 151 times");

    [Fact]
    public void A_few_times_are_not_many() => ServerActivityText.Often(new ServerActivity(
        1, 150, new ServerCounters(148, 96, 0, 0, 0, 0, new(0, 9, 900)), [], [new(Cache) { RoundTrips = 2 }])).ShouldBeNull();

    [Fact]
    public void One_call_that_computes() =>
        Text(1, 100, 98, 0, new PeerActivity(Cache) { AwaitedShare = 0.1, Connections = 1 }).ShouldBe("computes 98 ms");

    [Fact]
    public void Calls_at_once_that_share_the_connections_of_a_pool() => Text(32, 1_000, 100, null,
        new PeerActivity(Database) { AwaitedShare = 1, Connections = 3.9, ReceivingShare = 0.97 },
        new PeerActivity(Cache) { AwaitedShare = 0.02, Connections = 1, ReceivingShare = 0.2 },
        new PeerActivity(Names) { AwaitedShare = 0.1 }).ShouldBe(
        "computes on 0.1 processors, asks port 5432 of another machine on 4 connections, from where answers come over 97 % of the time, "
        + "and asks port 6379 of its own machine on one connection, from where answers come over 20 % of the time");

    [Fact]
    public void Calls_at_once_that_wait_for_a_lock_of_the_process() => Text(32, 1_000, 100, null).ShouldBe("computes on 0.1 processors");

    [Fact]
    public void One_call_whose_time_is_the_kernels() => Text(1, 100, new ServerCounters(60, 48, 40_000, 20, 0, 0, null), null).ShouldBe(
        "computes 60 ms (80 % of it in the kernel, which gave it 40,000 pages of memory), and waits 20 ms for a processor");

    [Theory]
    [InlineData(KernelWait.Sleep, "has a thread that sleeps 90 % of the time")]
    [InlineData(KernelWait.FileLock, "waits 90 % of the time for the lock of a file")]
    [InlineData(KernelWait.Disk, "waits 90 % of the time until what it wrote is on the disk (fsync)")]
    [InlineData(KernelWait.Child, "waits 90 % of the time for a process that it started")]
    [InlineData(KernelWait.Pipe, "waits 90 % of the time for room in a pipe, such as its standard output, whose reader is too slow")]
    [InlineData(KernelWait.Events, "waits 90 % of the time until a timer of its own is over (epoll)")]
    public void One_call_that_waits_in_the_kernel(KernelWait wait, string text) =>
        Text(1, 100, new ServerCounters(3, 2, 0, 0, 0, 0, null), new WaitShare(wait, 0.9)).ShouldBe($"computes 3 ms, and {text}");

    private static string Text(int calls, double tookMs, double computedMs, double? readBytes, params PeerActivity[] peers) =>
        Text(calls, tookMs, new ServerCounters(computedMs, 0, 0, 0, 0, 0, readBytes is { } read ? new(read, 1, read) : null), null, peers);

    private static string Text(int calls, double tookMs, ServerCounters counted, WaitShare? wait, params PeerActivity[] peers) =>
        ServerActivityText.Clause(new ServerActivity(calls, tookMs, counted, wait is { } w ? [w] : [], peers));
}
