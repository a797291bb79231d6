using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using Google.Protobuf;
using Google.Protobuf.Reflection;
using Grpc.Reflection.V1Alpha;

namespace Fathom.FunctionalTests.Cli.Servers;

/// <summary>A server's reflection that answers as a test says. The messages of both versions are the same.</summary>
internal static class ScriptedReflection
{
    /// <summary>The service.</summary>
    /// <param name="version"><c>v1</c> or <c>v1alpha</c>.</param>
    /// <param name="answer">The answer to a question; an <see cref="RpcException"/> ends the stream.</param>
    /// <param name="ended">Called when the stream has ended, with whether the client closed it.</param>
    public static ServiceDefinition Define(
        string version, Func<ServerReflectionRequest, ServerReflectionResponse> answer, Action<bool>? ended = null)
    {
        var (service, bytes) = ($"grpc.reflection.{version}.ServerReflection", new BytesMarshaller());
        return new ServiceBuilder(service).DuplexStreaming(
            new Method<byte[], byte[]>(MethodKind.DuplexStreaming, service, "ServerReflectionInfo", bytes, bytes),
            async (input, output, context) =>
            {
                var closed = false;
                try
                {
                    while (await input.MoveNextAsync())
                    {
                        await output.WriteAsync(answer(ServerReflectionRequest.Parser.ParseFrom(input.Current)).ToByteArray());
                    }

                    closed = !context.CancellationToken.IsCancellationRequested;
                }
                finally
                {
                    ended?.Invoke(closed);
                }
            }).Build();
    }

    /// <summary>Answers from files: by the name under which each is registered, and by the symbols that it declares.</summary>
    /// <param name="services">The services that are listed.</param>
    /// <param name="byName">The files by name.</param>
    /// <param name="bySymbol">The files by symbol; those by name where null.</param>
    public static Func<ServerReflectionRequest, ServerReflectionResponse> Of(
        string[] services, Dictionary<string, FileDescriptorProto> byName, FileDescriptorProto[]? bySymbol = null) => question =>
        question.MessageRequestCase switch
        {
            ServerReflectionRequest.MessageRequestOneofCase.ListServices => new ServerReflectionResponse
            {
                ListServicesResponse = new ListServiceResponse { Service = { services.Select(s => new ServiceResponse { Name = s }) } },
            },
            ServerReflectionRequest.MessageRequestOneofCase.FileByFilename => File(byName.GetValueOrDefault(question.FileByFilename)),
            _ => File((bySymbol ?? [.. byName.Values]).FirstOrDefault(f => Declares(f, question.FileContainingSymbol))),
        };

    /// <summary>An answer that is an error.</summary>
    public static ServerReflectionResponse Error(StatusCode code, string text) =>
        new() { ErrorResponse = new ErrorResponse { ErrorCode = (int)code, ErrorMessage = text } };

    /// <summary>An answer that is a file, or that there is none.</summary>
    public static ServerReflectionResponse File(FileDescriptorProto? file) => file is null ? Error(StatusCode.NotFound, "no such file")
        : new ServerReflectionResponse
        {
            FileDescriptorResponse = new FileDescriptorResponse { FileDescriptorProto = { file.ToByteString() } },
        };

    private static bool Declares(FileDescriptorProto file, string symbol) =>
        file.MessageType.Select(m => m.Name).Concat(file.Service.Select(s => s.Name)).Select(n => $"{file.Package}.{n}".TrimStart('.'))
            .Any(name => symbol == name || symbol.StartsWith(name + ".", StringComparison.Ordinal));
}
