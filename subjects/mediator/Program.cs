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
    using var certificates = arguments.Tls ? RunCertificates.Create(TimeProvider.System, arguments.Bind) : null;
    INodeTls tls = certificates is null ? new NoTls() : new NodesTls(certificates.Root, certificates.Server);
    if (arguments.IsBare)
    {
        await using var host = BareHost.Start(arguments, tls);
        await FollowAsync(protocol, host.Address, certificates);
        return;
    }

    await using var nodes = NodeSet.Start(arguments, tls);
    await FollowAsync(protocol, nodes.Address, certificates);
}

static Task FollowAsync(SubjectProtocol protocol, Uri address, RunCertificates? certificates) =>
    ServerSubject.FollowAsync(protocol, address.GetLeftPart(UriPartial.Authority), certificates?.ForSender(), () => default);

static Task SendAsync(SubjectProtocol protocol)
{
    protocol.Ready();
    SendWorkload? workload = null;
    return protocol.RunAsync(async (command, argument) =>
    {
        switch (command)
        {
            case "warm":
                workload = New(argument);
                await workload.WarmUpAsync();
                protocol.Warm();
                break;
            case "run":
                protocol.Figures(await RunToEndAsync(workload ?? New(argument)));
                workload = null;
                break;
            default:
                protocol.Failed($"a client knows 'warm' and 'run', not '{command}'");
                break;
        }
    });
}

// Who has the figures may end this process: what the workload owns is given up before.
static async Task<SubjectFigures> RunToEndAsync(SendWorkload workload)
{
    await using (workload)
    {
        return await workload.RunAsync();
    }
}

static SendWorkload New(string spec) => new(JsonSerializer.Deserialize(spec, SendSpecContext.Default.SendSpec)!);
