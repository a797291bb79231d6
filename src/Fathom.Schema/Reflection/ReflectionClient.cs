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
public sealed class ReflectionClient(Channel channel, string target, CallOptions options = default) : IDisposable
{
    private static readonly string[] Versions = ["grpc.reflection.v1", "grpc.reflection.v1alpha"];

    private Call<ReflectionRequest, ReflectionResponse>? _call;

    /// <summary>The names of the server's services, sorted.</summary>
    /// <exception cref="SchemaException">The server does not offer reflection.</exception>
    /// <exception cref="RpcException">The call failed for another reason: unreachable, TLS, no gRPC.</exception>
    public async Task<IReadOnlyList<string>> ListServicesAsync()
    {
        var answer = await AskAsync(new ReflectionRequest { ListServices = "" }).ConfigureAwait(false);
        return answer.Services is { } found
            ? [.. found.Service.Select(s => s.Name).Order(StringComparer.Ordinal)]
            : throw SchemaException.Missing($"{target} does not list its services by reflection: {Text(answer)}");
    }

    /// <summary>The descriptors of all services. A service whose descriptors the server does not have is left out.</summary>
    /// <exception cref="SchemaException">The server does not offer reflection, or its descriptors contradict each other.</exception>
    /// <exception cref="RpcException">The call failed for another reason.</exception>
    public async Task<DescriptorSet> ReadAllAsync()
    {
        var builder = Builder();
        foreach (var service in await ListServicesAsync().ConfigureAwait(false))
        {
            await TryAddAsync(builder, new ReflectionRequest { FileContainingSymbol = service }).ConfigureAwait(false);
        }

        return await CompleteAsync(builder).ConfigureAwait(false);
    }

    /// <summary>The descriptors of a symbol and of all it uses: a service, a method, a message or an enum by its full name.</summary>
    /// <exception cref="SchemaException">The server does not offer reflection, or does not know the symbol; the message has the nearest
    /// service.</exception>
    /// <exception cref="RpcException">The call failed for another reason.</exception>
    public async Task<DescriptorSet> ReadAsync(string symbol)
    {
        ArgumentNullException.ThrowIfNull(symbol);
        var name = symbol.TrimStart('.', '/').Replace('/', '.');
        var builder = Builder();
        if (await TryAddAsync(builder, new ReflectionRequest { FileContainingSymbol = name }).ConfigureAwait(false)
            // Some servers know services and messages only: the method's service, then.
            || (name.LastIndexOf('.') is > 0 and var dot
                && await TryAddAsync(builder, new ReflectionRequest { FileContainingSymbol = name[..dot] }).ConfigureAwait(false)))
        {
            return await CompleteAsync(builder).ConfigureAwait(false);
        }

        var services = await ListServicesAsync().ConfigureAwait(false);
        var near = NearestName.Hint(name, services) is { Length: > 0 } hint ? hint
            : name.LastIndexOf('.') is > 0 and var at ? NearestName.Hint(name[..at], services) : "";
        throw SchemaException.Input(services.Contains(name, StringComparer.Ordinal)
            ? $"{target} serves '{name}' and has no descriptors of it; give its .proto file with --proto"
            : $"'{Shown.Short(symbol)}' is not known to {target}{near} (services: {Shown.List([.. services])})");
    }

    /// <summary>Ends the stream.</summary>
    public void Dispose() => _call?.Dispose();

    private DescriptorSetBuilder Builder() => new($"the reflection of {target}");

    private async Task<DescriptorSet> CompleteAsync(DescriptorSetBuilder builder)
    {
        // A server may send a file with all it imports, or alone.
        while (builder.MissingImports is { Count: > 0 } missing)
        {
            foreach (var file in missing)
            {
                if (!await TryAddAsync(builder, new ReflectionRequest { FileByFilename = file }).ConfigureAwait(false)
                    || builder.MissingImports.Contains(file))
                {
                    throw SchemaException.Missing($"{target} does not have '{Shown.Short(file)}', which others of its files import; give "
                        + "the .proto files with --proto and --import-path");
                }
            }
        }

        return builder.Build();
    }

    private async Task<bool> TryAddAsync(DescriptorSetBuilder builder, ReflectionRequest question)
    {
        var answer = await AskAsync(question).ConfigureAwait(false);
        foreach (var file in answer.Files?.File ?? [])
        {
            builder.Add(file);
        }

        return answer.Files is { File.Count: > 0 };
    }

    private async Task<ReflectionResponse> AskAsync(ReflectionRequest question)
    {
        if (_call is not null)
        {
            return await AskAsync(_call, question).ConfigureAwait(false);
        }

        foreach (var version in Versions)
        {
            var call = channel.Start(MethodOf(version), options);
            try
            {
                var answer = await AskAsync(call, question).ConfigureAwait(false);
                _call = call;
                return answer;
            }
            // Of a gRPC server: HTTP 404 of another server has the same code, and the sentence of a bad response.
            catch (RpcException e) when (e.StatusCode == StatusCode.Unimplemented
                && !e.Status.Detail.StartsWith("Bad gRPC response", StringComparison.Ordinal))
            {
                call.Dispose();
            }
            catch
            {
                call.Dispose();
                throw;
            }
        }

        throw SchemaException.Missing($"{target} does not offer server reflection (neither v1 nor v1alpha is implemented); switch it on "
            + "in the server, or give descriptors with --proto, --protoset or --assembly");
    }

    private async Task<ReflectionResponse> AskAsync(Call<ReflectionRequest, ReflectionResponse> call, ReflectionRequest question)
    {
        try
        {
            await call.WriteAsync(question).ConfigureAwait(false);
        }
        catch (RpcException)
        {
            // Reading has the status that ended the call.
        }

        return await call.MoveNextAsync().ConfigureAwait(false)
            ? call.Current
            : throw SchemaException.Missing(
                $"{target} ended its reflection without an answer; give descriptors with --proto or --protoset");
    }

    private static Method<ReflectionRequest, ReflectionResponse> MethodOf(string version) => new(MethodKind.DuplexStreaming,
        $"{version}.ServerReflection", "ServerReflectionInfo", new MessageMarshaller<ReflectionRequest>(),
        new MessageMarshaller<ReflectionResponse>());

    private static string Text(ReflectionResponse answer) =>
        answer.Error is { } error ? $"{(StatusCode)error.Code}: {Shown.Sentence(error.Text)}" : "an answer of another kind";
}
