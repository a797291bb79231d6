using Fathom.Diagnosis.Experiments;
using Fathom.TestKit.Worlds;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>Worlds without noise take the times that their parameters say.</summary>
public class WorldLawsTests
{
    private static readonly WorldParameters Sound = new()
    {
        Fault = FaultKind.None,
        Stack = ServerStack.Go,
        RoundTripMs = 1,
        Noise = 0,
        SeesProcess = true,
        Processors = 8,
        ComputeMs = 0,
        WaitMs = 20,
        LibraryMs = 0,
    };

    // The round trip, and what the sockets take.
    private const double PathMs = 1.04;

    // What a server computes to answer it.
    private const double PingMs = 0.01;

    [Theory]
    [InlineData(1)]
    [InlineData(8)]
    [InlineData(32)]
    public async Task Where_nothing_is_wrong_calls_at_once_do_not_wait(int calls) =>
        (await TimeAsync(Sound, calls)).ShouldBe(PathMs + 20, 1e-6);

    [Theory]
    [InlineData(ServerStack.Go, 1)]
    [InlineData(ServerStack.Go, 7)]
    [InlineData(ServerStack.Node, 7)]
    [InlineData(ServerStack.DotNet, 7)]
    public async Task Behind_a_lock_calls_take_their_turns(ServerStack stack, int calls) =>
        (await TimeAsync(Sound with { Stack = stack, Places = 1, PlaceMs = 10, WaitMs = 0 }, calls)).ShouldBe(PathMs + (10 * calls), 1e-6);

    [Theory]
    [InlineData(4, 10)]
    [InlineData(5, 20)]
    public async Task Behind_a_gate_calls_go_in_groups(int calls, double ms) =>
        (await TimeAsync(Sound with { Places = 4, PlaceMs = 10, WaitMs = 0 }, calls)).ShouldBe(PathMs + ms, 1e-6);

    [Theory]
    [InlineData(1, 3, 60)]
    [InlineData(3, 3, 20)]
    public async Task A_limit_of_streams_is_one_of_a_connection(int connections, int calls, double ms)
    {
        var result = await new World(Sound with { StreamLimit = 1, RoundTripMs = 0 }, 1).RunAsync(
            new ServiceTrial { Calls = calls, AtOnce = calls, Connections = connections }, default);
        result.TotalMs.ShouldBe(ms + (0.04 * calls / connections), 1e-6);
    }

    // The first token is there, and each further one comes after the gap.
    [Theory]
    [InlineData(1, 4, 30)]
    [InlineData(3, 4, 10)]
    public async Task Tokens_come_at_their_pace(int burst, int calls, double ms) =>
        (await TimeAsync(Sound with { TokenGapMs = 10, TokenBurst = burst, WaitMs = 0 }, calls)).ShouldBe(PathMs + ms, 1e-6);

    [Fact]
    public async Task Calls_end_at_the_ticks_of_their_timer()
    {
        var result = await new World(Sound with { TickMs = 50, WaitMs = 0 }, 1).RunAsync(new ServiceTrial { Calls = 4 }, default);
        result.EndMs.Skip(1).Zip(result.EndMs).ShouldAllBe(p => Math.Abs(p.First - p.Second - 50) < 1e-6);
    }

    [Fact]
    public async Task What_computes_is_seen_in_the_process_and_nothing_else()
    {
        var computes = await new World(Sound with { ComputeMs = 5 }, 1).RunAsync(new ServiceTrial { Calls = 3 }, default);
        computes.Server!.CpuMs.ShouldBe(15, 1e-6);
        computes.TotalMs.ShouldBe(3 * (PathMs + 25), 1e-6);
        (await new World(Sound with { SeesProcess = false }, 1).RunAsync(new ServiceTrial(), default)).Server.ShouldBeNull();
    }

    [Fact]
    public async Task A_pool_that_is_starved_makes_PING_wait_and_grows()
    {
        var world = new World(Sound with { Stack = ServerStack.DotNet, Processors = 2, BlockMs = 100, WaitMs = 0 }, 1);
        var first = await world.RunAsync(new ServiceTrial { Calls = 32, AtOnce = 32, IsWatched = true }, default);
        first.TotalMs.ShouldBeGreaterThan(400);
        first.Beside.Pings.Max().ShouldBeGreaterThan(50);
        var row = await world.RunAsync(new ServiceTrial { Calls = 320, AtOnce = 32 }, default);
        row.TotalMs.ShouldBeLessThan(10 * first.TotalMs, "it has more threads by then");
    }

    [Fact]
    public async Task A_limiter_before_all_methods_holds_no_call_beside_up_for_a_thread()
    {
        var world = new World(Sound with { Stack = ServerStack.DotNet, SharedPlaces = 2 }, 1);
        var burst = await world.RunAsync(new ServiceTrial { Calls = 8, AtOnce = 8, IsWatched = true }, default);
        burst.TotalMs.ShouldBe(PathMs + 80, 1);
        burst.Beside.Pings.Count.ShouldBeGreaterThan(5);
        burst.Beside.Pings.Max().ShouldBe(PathMs, 1);
        burst.Beside.NoOps[0].ShouldBe(PathMs + 80, 1);
    }

    [Fact]
    public async Task A_proxy_answers_PING_while_its_calls_wait()
    {
        var world = new World(Sound with { HasProxy = true, ProxyPlaces = 2 }, 1);
        var burst = await world.RunAsync(new ServiceTrial { Calls = 8, AtOnce = 8, IsWatched = true }, default);
        burst.TotalMs.ShouldBe(PathMs + 80, 1e-6);
        burst.Beside.Pings.Max().ShouldBe(PathMs, 1e-6);
        // It follows the calls by an eighth of a round trip.
        burst.Beside.NoOps[0].ShouldBe(PathMs + 80 - (Sound.RoundTripMs / 8), 1e-6);
    }

    [Fact]
    public async Task About_one_call_in_fifty_fails_where_calls_fail()
    {
        var world = new World(Sound with { FailingShare = 0.02 }, 1);
        await world.RunAsync(new ServiceTrial { Calls = 1_000 }, default);
        world.FailedCalls.ShouldBeInRange(5, 45);
    }

    [Fact]
    public async Task PING_and_calls_that_do_not_exist_touch_no_method()
    {
        var world = new World(Sound with { Places = 1, PlaceMs = 10 }, 1);
        (await world.RunAsync(new ServiceTrial { IsPing = true }, default)).TotalMs.ShouldBe(PathMs + PingMs, 1e-6);
        (await world.RunAsync(new ServiceTrial { Calls = 8, AtOnce = 8, IsNoOp = true }, default)).TotalMs.ShouldBe(PathMs, 1e-6);
    }

    // The same draws of noise, so that what differs is what was cured.
    [Theory]
    [InlineData(FaultKind.LockAwait)]
    [InlineData(FaultKind.Streams)]
    [InlineData(FaultKind.Quota)]
    public async Task What_a_fault_costs_is_what_its_cure_saves(FaultKind kind)
    {
        var world = new World(3, kind).Parameters;
        (await WorldTruth.CostAsync(3, world)).ShouldBeInRange(0.1, 1);
        (await WorldTruth.CostAsync(3, world.Cured())).ShouldBe(0, 1e-9);
    }

    private static async Task<double> TimeAsync(WorldParameters parameters, int calls) =>
        (await new World(parameters, 1).RunAsync(new ServiceTrial { Calls = calls, AtOnce = calls }, default)).TotalMs;
}
