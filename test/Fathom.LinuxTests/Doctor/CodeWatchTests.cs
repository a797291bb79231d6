using System.Diagnostics;
using System.Net;
using Fathom.Doctor.Services.Watching;
using Fathom.Machines.Kernel;
using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.TestKit.Plants;
using Fathom.TestKit.Prerequisites;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;

namespace Fathom.LinuxTests.Doctor;

/// <summary>Where the code of an unmodified service is while its calls are served: planted ones, each as a process of its own.</summary>
public sealed class CodeWatchTests
{
    private static readonly Method<byte[], byte[]> Call =
        new(MethodKind.Unary, "fathom.plants.Plant", "Call", new BytesMarshaller(), new BytesMarshaller());

    [Theory]
    [InlineData("waiting", 1, @"awaits Fathom\.Plants\.PlantService\.Call \(System\.Threading\.Tasks\.Task\.Delay \d+ %\) \d+ %")]
    [InlineData("serialised", 8, @"awaits Fathom\.Plants\.PlantedServices\.Serialised( \(.*\))? \d+ % of the time")]
    [InlineData("locked", 8, @"has [2-8] threads in Fathom\.Plants\.PlantedServices\.Locked \(System\.Threading\..*EnterScope.*\)")]
    [InlineData("computing", 1, @"computes in Fathom\.Plants\.Working\.Compute \d+ % of the time")]
    public async Task The_code_that_takes_the_time_is_named(string plant, int calls, string expected)
    {
        Requires.Present(TestPrerequisites.Linux);
        var cancellation = TestContext.Current.CancellationToken;
        await using var stage = new PlantStage();
        var address = new Uri(await stage.StartDotnetAsync("service", plant));
        await using var channel = new NativeChannel(new ChannelOptions { Address = address });
        await CallAsync(channel);

        var watch = CodeWatch.Of(Listeners.Of(IPAddress.Parse(address.Host), address.Port), TimeProvider.System).ShouldNotBeNull();
        var seen = await watch.WatchAsync(calls, async () => await Task.WhenAll(Enumerable.Range(0, calls).Select(_ => CallAsync(channel))),
            new WatchPlan(TimeSpan.FromMilliseconds(50), 3, TimeSpan.FromSeconds(1)), cancellation);

        (ServerCodeText.Clause(seen.ShouldNotBeNull()) ?? "").ShouldMatch(expected);
    }

    private static async Task<double> CallAsync(NativeChannel channel)
    {
        var began = Stopwatch.GetTimestamp();
        await channel.UnaryAsync(Call, [], new CallOptions { Deadline = Deadline.After(TimeSpan.FromMinutes(2)) });
        return Stopwatch.GetElapsedTime(began).TotalMilliseconds;
    }
}
