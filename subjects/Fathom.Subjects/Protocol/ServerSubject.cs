using Fathom.Transport.Compression;

namespace Fathom.Subjects.Protocol;

/// <summary>What every server subject does between its start and its end: count from <c>begin</c> to <c>end</c>.</summary>
public static class ServerSubject
{
    /// <summary>Says that the server is ready and follows the runner's commands until standard input ends.</summary>
    /// <param name="protocol">To the runner.</param>
    /// <param name="address">Where the server listens.</param>
    /// <param name="certificate">The certificate it shows, PEM, or null without TLS.</param>
    /// <param name="wire">What it sent and received so far.</param>
    public static Task FollowAsync(SubjectProtocol protocol, string address, string? certificate, Func<WireTotals> wire)
    {
        var meter = new ProcessMeter();
        var before = default(WireTotals);
        protocol.Ready(address, certificate);
        return protocol.RunAsync((command, _) =>
        {
            switch (command)
            {
                case "begin":
                    before = wire();
                    meter.Begin();
                    protocol.Begun();
                    break;
                case "end":
                    var values = meter.End();
                    WireFigures.Add(values, wire() - before);
                    protocol.Figures(new SubjectFigures { Values = values });
                    break;
                case "collect":
                    GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
                    protocol.Collected();
                    break;
                default:
                    protocol.Failed($"a server knows 'begin', 'end' and 'collect', not '{command}'");
                    break;
            }

            return Task.CompletedTask;
        });
    }
}
