using System.Text.Json.Nodes;
using Fathom.SubjectProtocol;

namespace Fathom.Bench;

/// <summary>
/// Processor time of a client per unary call of 12 bytes, awaited, closed loop: the server on core 0, the client on core 1, h2c.
/// The server is always the native host, which costs least. The warm-up of ten seconds is the time that tiered compilation takes on a busy
/// core.
/// </summary>
internal static class ClientBench
{
    private static readonly (string Name, int Connections, int InFlight)[] Loads =
        [("1 connection, 50 in flight", 1, 50), ("50 connections, 1 in flight", 50, 1)];

    public static BenchResult Run(BenchOptions options)
    {
        var result = new BenchResult("processor time of the client per call", "us", options);
        for (var pair = 0; pair < options.Pairs; pair++)
        {
            foreach (var client in pair % 2 == 0 ? options.Names : options.Names.Reverse())
            {
                foreach (var (name, connections, inFlight) in Loads)
                {
                    using var server = new PinnedSubject("native", 0, "--port", "0");
                    using var subject = new PinnedSubject("client", 1);
                    var figures = subject.Run(new JsonObject
                    {
                        ["kind"] = "load",
                        ["target"] = server.Address,
                        ["client"] = client,
                        ["contract"] = "proto",
                        ["connections"] = connections,
                        ["in_flight"] = inFlight,
                        ["warm_up_seconds"] = 10,
                        ["seconds"] = 5,
                    }).Values;
                    result.Add(name, client, figures[ReportedValues.CpuTime] / figures[ReportedValues.Calls]);
                }
            }
        }

        return result;
    }
}
