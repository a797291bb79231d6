using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;
using Fathom.Subjects.Measuring;
using Fathom.Transport.Compression;

namespace Fathom.Subjects.Hosts;

/// <summary>A server between its start and its end: counts from <c>begin</c> to <c>end</c>.</summary>
public static class ServerSubject
{
    /// <summary>Reports that the server is ready and handles the runner's commands until standard input ends.</summary>
    /// <param name="session">To the runner.</param>
    /// <param name="address">Where the server listens.</param>
    /// <param name="certificate">What a client needs to connect, PEM (<see cref="PeerCertificates"/>); null without TLS.</param>
    /// <param name="wire">What the server has sent and received so far; null where it cannot tell.</param>
    /// <param name="accepted">The connections the server has accepted so far; null where it cannot tell.</param>
    public static Task FollowAsync(
        SubjectSession session, string address, string? certificate, Func<WireTotals>? wire, Func<long>? accepted = null)
    {
        var meter = new ProcessMeter();
        var wireBefore = default(WireTotals);
        var acceptedBefore = 0L;
        session.Reply(new SubjectReply.Ready(address, certificate));
        return session.FollowAsync((command, _) =>
        {
            switch (command)
            {
                case SubjectCommand.Begin:
                    wireBefore = wire?.Invoke() ?? default;
                    acceptedBefore = accepted?.Invoke() ?? 0;
                    meter.Begin();
                    session.Reply(new SubjectReply.Counting());
                    break;
                case SubjectCommand.End:
                    var values = meter.End();
                    if (wire is not null)
                    {
                        WireFigures.Add(values, wire() - wireBefore);
                    }

                    if (accepted is not null)
                    {
                        values[ReportedValues.AcceptedConnections] = accepted() - acceptedBefore;
                    }

                    session.Reply(new ProcessFigures { Values = values });
                    break;
                case SubjectCommand.Collect:
                    GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
                    session.Reply(new SubjectReply.Collected());
                    break;
                default:
                    session.Reply(new SubjectReply.Failed(
                        $"a server accepts '{SubjectCommand.Begin}', '{SubjectCommand.End}' and '{SubjectCommand.Collect}', "
                            + $"not '{command}'"));
                    break;
            }

            return Task.CompletedTask;
        });
    }
}
