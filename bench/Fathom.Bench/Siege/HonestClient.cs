using System.Diagnostics;
using Fathom.Subjects.Echo;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;

namespace Fathom.Bench.Siege;

/// <summary>A client that behaves, on an address of its own: one small call after another, two hundred a second at most.</summary>
internal sealed class HonestClient(Uri host)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(10);

    /// <summary>Calls for some time.</summary>
    /// <param name="time">How long.</param>
    /// <param name="each">Called about once a second.</param>
    /// <returns>Milliseconds that each call took, ascending, and what failed.</returns>
    public async Task<(List<double> Milliseconds, List<string> Failures)> CallAsync(TimeSpan time, Action each)
    {
        List<double> latencies = [];
        List<string> failures = [];
        using var channel = new NativeChannel(new ChannelOptions { Address = host });
        var (began, seconds) = (Stopwatch.GetTimestamp(), 0);
        while (Stopwatch.GetElapsedTime(began) < time)
        {
            var sent = Stopwatch.GetTimestamp();
            try
            {
                await channel.UnaryAsync(EchoMethods.Unary, new EchoRequest(), new CallOptions { Deadline = Deadline.After(Longest) });
            }
            catch (RpcException e)
            {
                failures.Add(e.Status.ToString());
            }

            latencies.Add(Stopwatch.GetElapsedTime(sent).TotalMilliseconds);
            if ((int)Stopwatch.GetElapsedTime(began).TotalSeconds is var now && now > seconds)
            {
                seconds = now;
                each();
            }

            await Task.Delay(Pause);
        }

        latencies.Sort();
        return (latencies, failures);
    }
}
