using System.CommandLine;
using Fathom.Cli.Settings;
using Fathom.Mediator.Certificates;
using Fathom.Mediator.Topology;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom mediator graph</c>: prints, and draws, the nodes of a mediator's network with their connections.</summary>
internal sealed class MediatorGraphCommand : ICommandDefinition
{
    private static readonly TimeSpan DefaultTimeout = TimeSpan.FromSeconds(10);

    public string Name => "mediator graph";

    public IReadOnlyList<CommandExample> Examples { get; } =
    [
        new("fathom mediator graph http://localhost:18001", "prints the network of a node without TLS"),
        new("fathom mediator graph https://localhost:18001 --certificates north",
            "prints the network of a node with TLS"),
    ];

    public IReadOnlyList<string> Notes { get; } =
    [
        "A node with TLS answers nodes of its own network only. --certificates then names the certificates folder of any of them; run the "
            + "command as that node's user.",
    ];

    public Command Create(FathomConsole console, CommandSettings settings)
    {
        var address = new Argument<string>("ADDRESS") { Description = "The address of a node, such as https://localhost:18001." };
        var folder = CertificateFolderOption.Create("The certificates folder of a node of the network; needed for https.", settings);
        var svg = SettingOption.Text("--svg", "Also draw the network into this file.", "FILE", settings);
        var timeout = SettingOption.Text("--timeout", "Time for the node to answer. Default 10s.", "DURATION", settings);
        var graph = new Command("graph", "Print the nodes of a mediator's network and their connections, as one node sees them.")
        {
            address, folder, svg, timeout,
        };
        graph.SetAction(async (parsed, token) =>
        {
            var limit = SettingValue.Duration(parsed.GetValue(timeout), DefaultTimeout,
                (TimeSpan.FromMicroseconds(1), TimeSpan.MaxValue), "of 1us or more, such as 10s");
            var found = await GetAsync(console, AddressOf(parsed.GetValue(address)!), parsed.GetValue(folder), limit, token);
            if (parsed.GetValue(svg) is { } file)
            {
                await WriteAsync(console, file, found);
            }

            await console.Out.WriteAsync(found.ToText());
            return ExitCode.Done;
        });
        return graph;
    }

    private static async Task<NetworkTopology> GetAsync(
        FathomConsole console, Uri address, SettingValue? folder, TimeSpan timeout, CancellationToken token)
    {
        await using var channel = new NativeChannel(new ChannelOptions { Address = address, Tls = TlsOf(console, address, folder) });
        try
        {
            return await NetworkTopology.GetTopologyAsync(
                channel, new CallOptions { Deadline = Deadline.After(timeout), CancellationToken = token });
        }
        catch (RpcException e)
        {
            throw CommandException.Missing($"{address.GetLeftPart(UriPartial.Authority)} did not answer with its network: "
                + $"{e.StatusCode}: {PrintableText.OneLine(e.Status.Detail)}; the address of a running node is needed");
        }
    }

    private static ChannelTls? TlsOf(FathomConsole console, Uri address, SettingValue? folder)
    {
        if (address.Scheme != Uri.UriSchemeHttps)
        {
            return folder is null ? null : throw CommandException.Usage(
                $"{folder.Where}: certificates are for https addresses, and the address is {address.Scheme}");
        }

        return folder is null
            ? throw CertificateFolderOption.Missing(
                "a node with TLS answers nodes of its own network only; give the certificates folder of one of them")
            : CertificateFolderOption.Read(console, folder, "a node of the network",
                path => NodeCertificates.ChannelTlsOf(path, console.Time));
    }

    private static async Task WriteAsync(FathomConsole console, SettingValue file, NetworkTopology topology)
    {
        try
        {
            await File.WriteAllTextAsync(Path.Combine(console.Folder, file.Text), topology.ToSvg());
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw CommandException.Missing($"{file.Where}: '{file.Text}' cannot be written: {e.Message}; give a file that can be");
        }
    }

    private static Uri AddressOf(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var address) && address.Scheme is ("http" or "https")
            ? address
            : throw CommandException.Usage($"ADDRESS: '{text}' is not the address of a node, such as https://localhost:18001");
}
