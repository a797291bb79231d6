using System.CommandLine;
using Fathom.Cli.Settings;
using Fathom.Mediator.Certificates;
using Fathom.Mediator.Topology;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom mediator graph</c>: who reaches whom in a mediator's network, as one node sees it; in words, and as a
/// drawing.</summary>
internal static class GraphCommand
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    public static Command Create(FathomConsole console, SettingLayers settings)
    {
        var address = new Argument<string>("ADDRESS") { Description = "a node, as in https://localhost:18001" };
        var folder = SettingOption.Text("--certificates",
            "the certificates of a node of the network, for https; run it as that node's user", "DIR", settings);
        var svg = SettingOption.Text("--svg", "where the drawing goes", "FILE", settings);
        var wait = SettingOption.Text("--timeout", "how long the node may take; 10s when left out", "DURATION", settings);
        var graph = new Command("graph", "Print who reaches whom in a mediator's network, as one of its nodes sees it.") { address, folder,
            svg, wait };
        graph.SetAction(async (parsed, token) =>
        {
            var found = await GetTopologyAsync(console, AddressOf(parsed.GetValue(address)!), parsed.GetValue(folder),
                PatienceOf(parsed.GetValue(wait)), token);
            if (parsed.GetValue(svg) is { } file)
            {
                await WriteAsync(console, file, found);
            }

            await console.Out.WriteAsync(found.ToText());
            return ExitCode.Done;
        });
        return graph;
    }

    private static async Task<NetworkTopology> GetTopologyAsync(
        FathomConsole console, Uri address, Written? folder, TimeSpan patience, CancellationToken token)
    {
        await using var channel = new NativeChannel(new ChannelOptions { Address = address, Tls = TlsOf(console, address, folder) });
        try
        {
            return await NetworkTopology.GetTopologyAsync(
                channel, new CallOptions { Deadline = Deadline.After(patience), CancellationToken = token });
        }
        catch (RpcException e)
        {
            throw CommandException.Missing(
                $"{address.GetLeftPart(UriPartial.Authority)} did not say whom it reaches: {e.StatusCode}: {e.Status.Detail}");
        }
    }

    private static ChannelTls? TlsOf(FathomConsole console, Uri address, Written? folder)
    {
        if (address.Scheme != Uri.UriSchemeHttps)
        {
            return folder is null ? null : throw CommandException.Usage(
                $"{folder.Where}: certificates are for https, and the address is {address.Scheme}");
        }

        if (folder is null)
        {
            throw CommandException.Usage(
                "--certificates is missing: a node of https answers nodes of its own network alone; give the folder of one");
        }

        return CertificateFolder.Use(console, folder, "a node of the network", path => NodeCertificates.ChannelTlsOf(path, console.Time));
    }

    private static async Task WriteAsync(FathomConsole console, Written file, NetworkTopology graph)
    {
        try
        {
            await File.WriteAllTextAsync(Path.Combine(console.Folder, file.Value), graph.ToSvg());
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw CommandException.Missing(
                $"{file.Where}: '{file.Value}' cannot be written: {e.Message}; give --svg FILE where you may write");
        }
    }

    private static Uri AddressOf(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var address) && address.Scheme is ("http" or "https")
            ? address
            : throw CommandException.Usage($"'{text}' is not the address of a node, such as https://localhost:18001");

    private static TimeSpan PatienceOf(Written? written) =>
        WrittenDuration.Read(written, Patience, (TimeSpan.FromMicroseconds(1), TimeSpan.MaxValue), "of 1us or more, such as 10s");
}
