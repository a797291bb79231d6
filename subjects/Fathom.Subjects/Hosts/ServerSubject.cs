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
    /// <param name="wire">What the server has sent and received so far.</param>
    public static Task FollowAsync(SubjectSession session, string address, string? certificate, Func<WireTotals> wire)
    {
        var meter = new ProcessMeter();
        var before = default(WireTotals);
        session.Reply(new SubjectReply.Ready(address, certificate));
        return session.FollowAsync((command, _) =>
        {
            switch (command)
            {
                case SubjectCommand.Begin:
                    before = wire();
                    meter.Begin();
                    session.Reply(new SubjectReply.Counting());
                    break;
                case SubjectCommand.End:
                    var values = meter.End();
                    WireFigures.Add(values, wire() - before);
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
