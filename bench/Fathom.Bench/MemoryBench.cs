using Fathom.Subjects.Echo;
using Fathom.Transport.Client;

namespace Fathom.Bench;

/// <summary>
/// Growth of a host's resident memory per idle h2c connection, after one call on each and a garbage collection. The baseline is measured
/// after 200 calls, when code is compiled and pools are filled.
/// </summary>
internal static class MemoryBench
{
    private const int Connections = 5000;
    private const int Before = 200;

    // All from one address.
    private static readonly string[] MaxConnections = ["--max-connections-per-address", "10000"];

    public static async Task<BenchResult> RunAsync(BenchOptions options)
    {
        var result = new BenchResult($"resident memory of the host per idle connection, {Connections} connections", "kB", options);
        for (var pair = 0; pair < options.Pairs; pair++)
        {
            foreach (var host in pair % 2 == 0 ? options.Names : options.Names.Reverse())
            {
                using var server = new PinnedSubject(host, 0, ["--port", "0", .. host == "native" ? MaxConnections : []]);
                foreach (var channel in await ConnectAsync(server.Address, Before))
                {
                    channel.Dispose();
                }

                server.Collect();
                var before = server.ResidentKilobytes;
                var channels = await ConnectAsync(server.Address, Connections);
                server.Collect();
                result.Add("after one call each", host, (server.ResidentKilobytes - before) / Connections);
                channels.ForEach(c => c.Dispose());
            }
        }

        return result;
    }

    private static async Task<List<NativeChannel>> ConnectAsync(string address, int count)
    {
        List<NativeChannel> channels = [];
        for (var i = 0; i < count; i++)
        {
            var channel = new NativeChannel(new ChannelOptions { Address = new Uri(address) });
            await channel.UnaryAsync(EchoMethods.Unary, new EchoRequest());
            channels.Add(channel);
        }

        return channels;
    }
}
