using System.CommandLine;
using System.CommandLine.Completions;
using Fathom.Cli.Commands.Calls.Servers;
using Fathom.Schema.Faults;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;

namespace Fathom.Cli.Commands.Calls;

/// <summary>Completes the names of a server's services and methods, by its reflection. A server that does not answer soon completes
/// nothing: a shell waits meanwhile, and shows no message.</summary>
internal sealed class MethodCompletion(Argument target, ServerFlags server, FathomConsole console, bool hasMethods)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    /// <summary>The names that a command line can go on with.</summary>
    public IEnumerable<CompletionItem> Complete(CompletionContext context)
    {
        if (context.ParseResult.GetResult(target)?.Tokens is not [{ Value: var address }, ..])
        {
            return [];
        }

        using var patience = new CancellationTokenSource(Patience);
        try
        {
            return Task.Run(() => NamesAsync(address, context.ParseResult, patience.Token)).GetAwaiter().GetResult()
                .Where(name => name.StartsWith(context.WordToComplete, StringComparison.Ordinal)).Select(name => new CompletionItem(name));
        }
        catch (Exception e) when (e is CommandException or SchemaException or RpcException or OperationCanceledException)
        {
            return [];
        }
    }

    private async Task<IReadOnlyList<string>> NamesAsync(string address, ParseResult parsed, CancellationToken token)
    {
        var reached = await server.ReadAsync(address, parsed, console, token);
        await using var channel = new NativeChannel(reached.Options);
        await using var reflection = MethodReflection.Client(channel, reached, Patience, token);
        return hasMethods
            ? [.. (await reflection.ReadAllAsync()).Services.SelectMany(s => s.Methods.Select(m => $"{s.FullName}/{m.Name}"))]
            : await reflection.ListServicesAsync();
    }
}
