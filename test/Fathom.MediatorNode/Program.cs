using System.Globalization;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Mediator.Routing;
using Fathom.Mediator.Settings;
using Fathom.MediatorNode;

// NAME PORT [REMOTE=PORT...]: a node of a mediator's network in a process of its own. A line of its input is the number of a notification
// to publish; of its output, what was handled, or what became of the publishing. It ends when its input does.
var settings = new MediatorSettings { Host = new HostSettings { Name = args[0], Port = Number(args[1]) } };
foreach (var remote in args.Skip(2).Select(a => a.Split('=')))
{
    settings.Remotes[remote[0]] = new RemoteSettings
    {
        Host = "localhost",
        Port = Number(remote[1]),
        InitialReconnectBackoff = TimeSpan.FromMilliseconds(20),
        MaxReconnectBackoff = TimeSpan.FromMilliseconds(100),
    };
}

await using var node = new Fathom.Mediator.MediatorNode(
    settings, builder => builder.AddHandlersOfFathomMediatorNode(), new Fathom.Mediator.NodeDependencies { Tls = new NoTls() });
node.Start();
Console.WriteLine("listens");
while (await Console.In.ReadLineAsync() is { } line)
{
    try
    {
        await node.Mediator.PublishAsync(new Bing(Number(line)), MessageContext.WithTimeout(TimeSpan.FromSeconds(60)));
        Console.WriteLine($"published {line}");
    }
    catch (PublishException e)
    {
        Console.WriteLine($"failed {line}: {string.Join(" | ", e.InnerExceptions.Select(i => i.Message))}");
    }
}

static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);
