using System.Text.Json.Nodes;
using Fathom.FunctionalTests.Transport.Frames;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>The native client in a process of its own, against servers that want its memory: each call fails, and it costs
/// little.</summary>
public class ClientMemoryTests
{
    private const int Calls = 10;

    private static readonly SubjectTimeouts Timeouts = new() { ToStart = TimeSpan.FromSeconds(60) };

    private static readonly Dictionary<string, Func<RawConnection, int, RawConnection>> Bombs = new()
    {
        ["a message that claims two gigabytes and comes"] = (p, i) =>
            (i == 0 ? HostileServer.Headers(p, 1).Data(1, Message([], int.MaxValue)) : p).Data(1, new byte[16_000]),
        ["an HPACK bomb"] = (p, i) => i > 0 ? p : p.HpackBomb(1, [0x88]),
        ["headers without end"] = (p, i) => p.Frame(
            i == 0 ? Http2FrameType.Headers : Http2FrameType.Continuation, 0, 1, i == 0 ? [0x88] : Block(("x", new string('y', 16_000)))),
        ["interim responses without end"] = (p, _) => p.Frame(
            Http2FrameType.Headers, FrameFlag.EndHeaders, 1, Block((":status", "103"), ("x", new string('y', 16_000)))),
        ["PING"] = (p, i) => p.Ping((byte)i),
    };

    public static TheoryData<string> Names => [.. Bombs.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Every_call_fails_and_the_client_stays_small(string name)
    {
        Requires.Present(TestPrerequisites.Linux);
        using var server = new HostileServer(peer => peer.FloodAsync(2_000, i => Bombs[name](peer, i)), attacks: int.MaxValue);
        await using var client = SubjectProcess.Start(
            "client", HostProcess.WithHeapLimit(new("dotnet", [Path.Combine(AppContext.BaseDirectory, "fathom-client.dll")])), Timeouts);
        await client.ReadyAsync();

        var figures = await client.RunAsync(
            new JsonObject
            {
                ["kind"] = "unary",
                ["target"] = server.Address.ToString(),
                ["client"] = "native",
                ["contract"] = "proto",
                ["calls"] = Calls,
                ["warm_up_calls"] = 0,
                ["warm_up_callers"] = 1,
                ["callers"] = 1,
                ["channel"] = "new",
                ["call"] = "async",
            },
            TimeSpan.FromSeconds(60));

        figures.Errors.Values.Sum().ShouldBe(Calls, string.Join(", ", figures.Errors));
        HostProcess.PeakOf(client.Id).ShouldBeLessThan(Siege.MostResidentBytes);
    }
}
