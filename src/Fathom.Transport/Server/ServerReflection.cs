using Fathom.Transport.Calls;
using Fathom.Transport.Server.Discovery;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Server;

/// <summary>
/// gRPC server reflection, v1 and v1alpha (gRPC doc/server-reflection.md): clients such as <c>fathom list</c> and grpcurl read which
/// services a host has and what their messages are. Everyone who reaches the port can read that.
/// See <see cref="ServerOptions.EnableReflection"/>.
/// </summary>
public static class ServerReflection
{
    // The fields of ServerReflectionRequest and ServerReflectionResponse.
    private const int HostField = 1;
    private const int OriginalRequestField = 2;
    private const int FileByNameField = 3;
    private const int FileOfSymbolField = 4;
    private const int ListField = 7;
    private const int ErrorField = 7;

    /// <summary>The reflection services of a host.</summary>
    /// <param name="services">The services that clients may see. Called once, at the first question.</param>
    /// <returns>A service for each version of the protocol.</returns>
    public static IReadOnlyList<ServiceDefinition> Define(Func<IEnumerable<ServiceDefinition>> services)
    {
        ArgumentNullException.ThrowIfNull(services);
        IReadOnlyList<ServiceDefinition> own = [];
        var index = new Lazy<ReflectionIndex>(() => new ReflectionIndex(services().Concat(own)));
        own = [Define("grpc.reflection.v1", index, WellKnownDescriptors.Reflection),
            Define("grpc.reflection.v1alpha", index, WellKnownDescriptors.ReflectionAlpha)];
        return own;
    }

    private static ServiceDefinition Define(string package, Lazy<ReflectionIndex> index, ReadOnlyMemory<byte> descriptor)
    {
        var method = new Method<ReadOnlyMemory<byte>, ReadOnlyMemory<byte>>(MethodKind.DuplexStreaming, $"{package}.ServerReflection",
            "ServerReflectionInfo", RawMarshaller.Instance, RawMarshaller.Instance);
        return new ServiceBuilder(method.Service).DuplexStreaming(method, async (questions, answers, _) =>
        {
            await foreach (var question in questions)
            {
                await answers.WriteAsync(Answer(index.Value, question).Written);
            }
        }).WithDescriptors(() => [descriptor]).Build();
    }

    private static DescriptorWriter Answer(ReflectionIndex index, ReadOnlyMemory<byte> question)
    {
        var (host, kind, value) = Read(question.Span);
        var answer = new DescriptorWriter().Field(HostField, host).Field(OriginalRequestField, question.Span);
        return kind switch
        {
            ListField => answer.Field(6, index.Services.Aggregate(new DescriptorWriter(),
                (list, service) => list.Field(1, new DescriptorWriter().Field(1, service)))),
            FileByNameField => Files(answer, index.FileWithImports(value), "file", value),
            FileOfSymbolField => Files(answer, index.FileOfSymbol(value), "symbol", value),
            5 or 6 => Error(answer, StatusCode.NotFound, "this host has no extensions of proto2"),
            _ => Error(answer, StatusCode.InvalidArgument, "the request asks nothing"),
        };
    }

    private static (string Host, int Kind, string Value) Read(ReadOnlySpan<byte> question)
    {
        var (host, kind, value) = ("", 0, "");
        try
        {
            var reader = new DescriptorReader(question);
            while (reader.Read())
            {
                if (reader.Field == HostField)
                {
                    host = reader.Text;
                }
                else
                {
                    (kind, value) = (reader.Field, reader.Text);
                }
            }
        }
        catch (InvalidDataException e)
        {
            throw new RpcException(new Status(StatusCode.InvalidArgument, $"The request is no ServerReflectionRequest: {e.Message}"));
        }

        return (host, kind, value);
    }

    private static DescriptorWriter Files(DescriptorWriter answer, IReadOnlyList<DescriptorFile> files, string kind, string name) =>
        files.Count == 0
            ? Error(answer, StatusCode.NotFound, $"{kind} '{PrintableText.OneLine(name, 200)}' is not known here")
            : answer.Field(4, files.Aggregate(new DescriptorWriter(), (list, file) => list.Field(1, file.Bytes.Span)));

    private static DescriptorWriter Error(DescriptorWriter answer, StatusCode code, string text) =>
        answer.Field(ErrorField, new DescriptorWriter().Field(1, (int)code).Field(2, text));
}
