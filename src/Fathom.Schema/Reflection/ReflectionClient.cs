using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.Schema.Reflection;

/// <summary>
/// Reads descriptors from a running server by gRPC server reflection: v1, else v1alpha. One stream for all questions. Not thread-safe; the
/// caller owns the channel.
/// </summary>
/// <param name="channel">The channel to the server.</param>
/// <param name="target">The server as the user named it, for messages.</param>
/// <param name="options">Metadata, deadline and cancellation of the stream.</param>
public sealed class ReflectionClient(Channel channel, string target, CallOptions options = default) : IAsyncDisposable
{
    // A server must not make a caller ask without end.
    private const int MaxExtensions = 1000;
    private const int MaxExtended = 1000;

    private readonly ReflectionStream _stream = new(channel, target, options);

    /// <summary>The names of the server's services, sorted.</summary>
    /// <exception cref="SchemaException">The server does not offer reflection, or does not list its services.</exception>
    /// <exception cref="RpcException">The call failed for another reason: unreachable, TLS, no gRPC.</exception>
    public async Task<IReadOnlyList<string>> ListServicesAsync()
    {
        var answer = await _stream.AskAsync(new ReflectionRequest { ListServices = "" }).ConfigureAwait(false);
        return answer.Services is { } found
            ? [.. found.Service.Select(s => PrintableText.OneLine(s.Name)).Order(StringComparer.Ordinal)]
            : throw SchemaException.Missing($"{target} does not list its services by reflection: {Text(answer)}; name a service, or "
                + ReflectionRefusal.Remedy);
    }

    /// <summary>The descriptors of all services. Those that the server does not have, or has in part, are left out: the faults of the set
    /// say which and why.</summary>
    /// <exception cref="SchemaException">The server does not offer reflection, or its descriptors contradict each other.</exception>
    /// <exception cref="RpcException">The call failed for another reason.</exception>
    public async Task<DescriptorSet> ReadAllAsync()
    {
        var files = Files();
        foreach (var service in await ListServicesAsync().ConfigureAwait(false))
        {
            await TryAddAsync(files, new ReflectionRequest { FileContainingSymbol = service }).ConfigureAwait(false);
        }

        return await CompleteAsync(files).ConfigureAwait(false);
    }

    /// <summary>The descriptors of a symbol and of all it uses: a service, a method, a message or an enum by its full name, or a file by
    /// its own.</summary>
    /// <exception cref="SchemaException">The server does not offer reflection, does not know the symbol (the message has the nearest
    /// service), or lacks a file that the symbol needs.</exception>
    /// <exception cref="RpcException">The call failed for another reason.</exception>
    public async Task<DescriptorSet> ReadAsync(string symbol)
    {
        ArgumentNullException.ThrowIfNull(symbol);
        var name = symbol.TrimStart('.', '/').Replace('/', '.');
        var file = Files();
        if (symbol.EndsWith(".proto", StringComparison.Ordinal)
            && await TryAddAsync(file, new ReflectionRequest { FileByFilename = symbol }).ConfigureAwait(false))
        {
            return await CompleteAsync(file).ConfigureAwait(false);
        }

        if (await FindAsync(name).ConfigureAwait(false) is not { } found)
        {
            throw await UnknownAsync(symbol, name).ConfigureAwait(false);
        }

        // Of a method that its service does not have the descriptors say which are near.
        return !found.Lost.Contains(name)
            && (found.Faults.Count == 0 || found.Find(name) is not null || found.Find(ParentOf(name)) is not null) ? found
            : throw SchemaException.Missing($"{target} cannot describe '{Shown.Short(symbol)}' by reflection: "
                + $"{string.Join("; ", found.Faults)}; give the .proto files with --proto and --import-path");
    }

    /// <summary>The descriptors of a symbol; null where the server does not know it.</summary>
    /// <exception cref="SchemaException">The server does not offer reflection.</exception>
    /// <exception cref="RpcException">The call failed for another reason.</exception>
    public async Task<DescriptorSet?> FindAsync(string symbol)
    {
        ArgumentNullException.ThrowIfNull(symbol);
        var files = Files();
        return await TryAddAsync(files, new ReflectionRequest { FileContainingSymbol = symbol }).ConfigureAwait(false)
            // Some servers know services and messages only: the method's service, then.
            || (ParentOf(symbol) is { Length: > 0 } parent
                && await TryAddAsync(files, new ReflectionRequest { FileContainingSymbol = parent }).ConfigureAwait(false))
            ? await CompleteAsync(files).ConfigureAwait(false)
            : null;
    }

    /// <summary>Ends the stream in order.</summary>
    public ValueTask DisposeAsync() => _stream.DisposeAsync();

    private static string ParentOf(string name) => name.LastIndexOf('.') is > 0 and var dot ? name[..dot] : "";

    private ReceivedFiles Files() => new($"the reflection of {target}");

    private async Task<SchemaException> UnknownAsync(string symbol, string name)
    {
        IReadOnlyList<string> services;
        try
        {
            services = await ListServicesAsync().ConfigureAwait(false);
        }
        catch (SchemaException e)
        {
            return SchemaException.Missing($"the reflection of {target} has no '{Shown.Short(symbol)}', and {e.Message}", e);
        }

        if (services.Contains(name, StringComparer.Ordinal) || services.Contains(ParentOf(name), StringComparer.Ordinal))
        {
            return SchemaException.Missing($"{target} serves '{Shown.Short(symbol)}', and its reflection has no descriptors of it; give "
                + "its .proto file with --proto");
        }

        return SchemaException.Input($"'{Shown.Short(symbol)}' is not known to the reflection of {target}"
            + $"{await HintOfAsync(symbol, name, services).ConfigureAwait(false)} (services: {Shown.List([.. services])})");
    }

    // Messages and methods have names that only descriptors have.
    private async Task<string> HintOfAsync(string symbol, string name, IReadOnlyList<string> services)
    {
        try
        {
            if ((await ReadAllAsync().ConfigureAwait(false)).HintOf(symbol.TrimStart('.', '/')) is { Length: > 0 } hint)
            {
                return hint;
            }
        }
        catch (SchemaException)
        {
            // What is wrong with them is no answer to the question, and the names of services are known.
        }

        return NearestName.Hint(name, services) is { Length: > 0 } near ? near : NearestName.Hint(ParentOf(name), services);
    }

    // A server may send a file with all it imports, or alone; under the name that others import, or under another: then it is found by the
    // types that it declares.
    private async Task<DescriptorSet> CompleteAsync(ReceivedFiles files)
    {
        var asked = new HashSet<string>(StringComparer.Ordinal);
        while (true)
        {
            if (files.MissingImports.Where(name => asked.Add("file " + name)).ToList() is { Count: > 0 } names)
            {
                foreach (var name in names)
                {
                    await TryAddAsync(files, new ReflectionRequest { FileByFilename = name }).ConfigureAwait(false);
                }
            }
            else if (files.MissingTypes.Where(name => asked.Add("type " + name)).ToList() is { Count: > 0 } types)
            {
                foreach (var type in types)
                {
                    await TryAddAsync(files, new ReflectionRequest { FileContainingSymbol = type }).ConfigureAwait(false);
                }
            }
            else if (files.ExtendableTypes.Where(name => asked.Add("extensions " + name)).ToList() is { Count: > 0 } extended)
            {
                var known = files.Extensions;
                foreach (var type in extended.Take(MaxExtended))
                {
                    await AddExtensionsAsync(files, known, type).ConfigureAwait(false);
                }
            }
            else
            {
                return files.Build();
            }
        }
    }

    // Extensions that files declare which nothing imports. A server that does not know the questions has none.
    private async Task AddExtensionsAsync(ReceivedFiles files, IReadOnlySet<(string Extendee, int Number)> known, string type)
    {
        var answer = await _stream.AskAsync(new ReflectionRequest { AllExtensionNumbersOfType = type }).ConfigureAwait(false);
        var numbers = answer.ExtensionNumbers?.Number.Distinct().Where(number => !known.Contains(($".{type}", number))) ?? [];
        foreach (var number in numbers.Take(MaxExtensions).ToList())
        {
            await TryAddAsync(files, new ReflectionRequest
            {
                FileContainingExtension = new ExtensionQuestion { Type = type, Number = number },
            }).ConfigureAwait(false);
        }
    }

    private async Task<bool> TryAddAsync(ReceivedFiles files, ReflectionRequest question)
    {
        var answer = await _stream.AskAsync(question).ConfigureAwait(false);
        foreach (var file in answer.Files?.File ?? [])
        {
            files.Add(file);
        }

        return answer.Files is { File.Count: > 0 };
    }

    private static string Text(ReflectionResponse answer) =>
        answer.Error is { } error ? $"{(StatusCode)error.Code}: {Shown.Sentence(error.Text)}" : "an answer of another kind";
}
