using System.Net.Sockets;
using System.Text.Json;
using Fathom.Mediator.Remotes;
using Fathom.Subjects.Mediator;
using Fathom.Subjects.Mediator.Certificates;
using Fathom.Subjects.Mediator.Sending;
using Fathom.Subjects.Protocol;

try
{
    var arguments = NodeArguments.Parse(args);
    var protocol = SubjectProtocol.OfThisProcess();
    await (arguments.IsClient ? SendAsync(protocol) : ServeAsync(protocol, arguments));
    return 0;
}
catch (FormatException e)
{
    Console.Error.WriteLine(e.Message);
    return 2;
}
catch (Exception e) when (e is IOException or SocketException)
{
    Console.Error.WriteLine($"{e.Message} End what listens there, or give another --port (0 takes a free one).");
    return 3;
}

static async Task ServeAsync(SubjectProtocol protocol, NodeArguments arguments)
{
    using var certificates = arguments.Tls ? RunCertificates.Create(TimeProvider.System) : null;
    await using var nodes = NodeSet.Start(arguments, certificates is null ? new NoTls() : new NodesTls(certificates.Root, certificates.Server));
    await ServerSubject.FollowAsync(protocol, nodes.Address.GetLeftPart(UriPartial.Authority), certificates?.ForSender(), () => default);
}

static Task SendAsync(SubjectProtocol protocol)
{
    protocol.Ready();
    return protocol.RunAsync(async (command, argument) =>
    {
        switch (command)
        {
            case "warm":
                // It warms up as long as it is told to, within its run.
                protocol.Warm();
                break;
            case "run":
                protocol.Figures(await SendWorkload.RunAsync(JsonSerializer.Deserialize(argument, SendSpecContext.Default.SendSpec)!));
                break;
            default:
                protocol.Failed($"a client knows 'warm' and 'run', not '{command}'");
                break;
        }
    });
}
