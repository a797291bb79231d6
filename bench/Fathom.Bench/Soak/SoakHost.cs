using System.Globalization;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;
using Fathom.Subjects.Hosts;
using Fathom.Transport.Server;

namespace Fathom.Bench.Soak;

/// <summary>The host of a soak run, a separate process. It follows the subject protocol and adds two commands.</summary>
internal static class SoakHost
{
    public static async Task RunAsync()
    {
        var session = SubjectSession.OfThisProcess();
        var ledger = new SoakLedger();
        await using var host = NativeHost.Start([new SoakService(ledger).Definition()], new NativeHostOptions
        {
            Server = new ServerOptions { LoggerFactory = new StandardErrorLoggers() },
        });
        session.Reply(new SubjectReply.Ready(host.Address.GetLeftPart(UriPartial.Authority)));
        await session.FollowAsync((command, argument) =>
        {
            switch (command)
            {
                case "state":
                    session.Reply(new ProcessFigures { Values = State(ledger, host) });
                    break;
                case "close":
                    // The first call, then for each call whether the client received a reply.
                    var parts = argument.Split(' ');
                    session.Reply(new ProcessFigures { Values = ledger.Close(
                        long.Parse(parts[0], CultureInfo.InvariantCulture), Convert.FromBase64String(parts[1])) });
                    break;
                default:
                    session.Reply(new SubjectReply.Failed($"the host of a soak run accepts 'state' and 'close', not '{command}'"));
                    break;
            }

            return Task.CompletedTask;
        });
    }

    private static Dictionary<string, double> State(SoakLedger ledger, NativeHost host)
    {
        var values = SoakMemory.Read();
        values["active"] = ledger.Active;
        values["connections"] = host.ConnectionCount;
        return values;
    }
}
