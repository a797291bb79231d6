namespace Fathom.Contracts.Generator.Model;

/// <summary>The model of a service, without symbols.</summary>
/// <param name="Namespace">The namespace of the interface; empty for the global namespace.</param>
/// <param name="Name">The prefix of the names of generated types: the interface name without its leading I.</param>
/// <param name="FullName">The fully qualified name of the interface.</param>
/// <param name="Accessibility">The accessibility of the generated types: <c>public</c> or <c>internal</c>.</param>
/// <param name="Package">The protobuf package.</param>
/// <param name="ProtoName">The name of the service in the package.</param>
/// <param name="Operations">The methods in declaration order.</param>
internal sealed record ServiceModel(
    string Namespace, string Name, string FullName, string Accessibility, string Package, string ProtoName,
        EquatableArray<OperationModel> Operations)
{
    /// <summary>The service name in the path of a call.</summary>
    public string GrpcName => Package.Length == 0 ? ProtoName : $"{Package}.{ProtoName}";

    /// <summary>The hint name of the generated file.</summary>
    public string HintName => FullName.Replace("global::", "").Replace("@", "") + ".g.cs";

    /// <summary>The request and response messages of all methods.</summary>
    public IEnumerable<ValueModel> Messages => Operations.SelectMany(o => new[] { o.Request, o.Response });
}

/// <summary>A method of a service.</summary>
/// <param name="Name">The method name as a C# identifier.</param>
/// <param name="GrpcName">The method name in the path of a call.</param>
/// <param name="ReturnType">The fully qualified return type.</param>
/// <param name="Returns">The kind of the return type.</param>
/// <param name="StreamsRequests">Whether the client sends a stream of messages.</param>
/// <param name="Request">The request message.</param>
/// <param name="Response">The response message.</param>
/// <param name="Parameters">The parameters in order.</param>
internal sealed record OperationModel(
    string Name, string GrpcName, string ReturnType, ReturnKind Returns, bool StreamsRequests, ValueModel Request, ValueModel Response,
    EquatableArray<ParameterModel> Parameters)
{
    public bool StreamsResponses => Returns == ReturnKind.Stream;

    /// <summary>The name of the kind in Fathom.Transport.Calls.MethodKind, and of the method in ServiceBuilder.</summary>
    public string Kind => (StreamsRequests, StreamsResponses) switch
    {
        (false, false) => "Unary",
        (true, false) => "ClientStreaming",
        (false, true) => "ServerStreaming",
        _ => "DuplexStreaming",
    };
}

internal enum ReturnKind
{
    ValueTaskOfMessage,
    TaskOfMessage,

    /// <summary>No result: the response is google.protobuf.Empty.</summary>
    ValueTask,

    /// <summary>No result: the response is google.protobuf.Empty.</summary>
    Task,

    Stream,
}

/// <summary>A parameter of a method.</summary>
/// <param name="Role">The purpose of the parameter.</param>
/// <param name="Name">The parameter name as a C# identifier.</param>
/// <param name="CSharpType">The fully qualified type.</param>
/// <param name="IsOptional">Whether the parameter has a default value.</param>
internal sealed record ParameterModel(ParameterRole Role, string Name, string CSharpType, bool IsOptional);

internal enum ParameterRole
{
    /// <summary>The request, or the stream of requests.</summary>
    Request,
    CallContext,
    CallOptions,
    CancellationToken,
}
