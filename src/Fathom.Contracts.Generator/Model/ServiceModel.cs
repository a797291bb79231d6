namespace Fathom.Contracts.Generator.Model;

/// <summary>All that is known of a service once its symbols are let go.</summary>
/// <param name="Namespace">The interface's namespace, empty for the global one.</param>
/// <param name="Name">What the names of generated types begin with: the interface's without its leading I.</param>
/// <param name="FullName">The interface, fully qualified.</param>
/// <param name="Accessibility">That of the generated types: public or internal.</param>
/// <param name="Package">Its protobuf package.</param>
/// <param name="ProtoName">Its name in that.</param>
/// <param name="Operations">Its methods, in the order in which they are declared.</param>
internal sealed record ServiceModel(
    string Namespace, string Name, string FullName, string Accessibility, string Package, string ProtoName,
        EquatableArray<OperationModel> Operations)
{
    /// <summary>The service in a call's path.</summary>
    public string GrpcName => Package.Length == 0 ? ProtoName : $"{Package}.{ProtoName}";

    /// <summary>The name of the generated file.</summary>
    public string HintName => FullName.Replace("global::", "").Replace("@", "") + ".g.cs";

    /// <summary>Its messages.</summary>
    public IEnumerable<ValueModel> Messages => Operations.SelectMany(o => new[] { o.Request, o.Response });
}

/// <summary>A method of a service.</summary>
/// <param name="Name">Its name as C# writes it.</param>
/// <param name="GrpcName">Its name in a call's path.</param>
/// <param name="ReturnType">Its return type, fully qualified.</param>
/// <param name="Returns">What kind of type that is.</param>
/// <param name="StreamsRequests">Whether the client sends any number of messages.</param>
/// <param name="Request">The message it takes.</param>
/// <param name="Response">The message it returns.</param>
/// <param name="Parameters">Its parameters in order.</param>
internal sealed record OperationModel(
    string Name, string GrpcName, string ReturnType, ReturnKind Returns, bool StreamsRequests, ValueModel Request, ValueModel Response,
    EquatableArray<ParameterModel> Parameters)
{
    public bool StreamsResponses => Returns == ReturnKind.Stream;

    /// <summary>As Fathom.Transport.Calls.MethodKind and the methods of ServiceBuilder call it.</summary>
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

    /// <summary>Without a result: google.protobuf.Empty.</summary>
    ValueTask,
    Task,
    Stream,
}

/// <summary>A parameter of a method.</summary>
/// <param name="Role">What it is for.</param>
/// <param name="Name">Its name as C# writes it.</param>
/// <param name="CSharpType">Its type, fully qualified.</param>
/// <param name="IsOptional">Whether callers may leave it out.</param>
internal sealed record ParameterModel(ParameterRole Role, string Name, string CSharpType, bool IsOptional);

internal enum ParameterRole
{
    /// <summary>The request, or the stream of them.</summary>
    Request,
    CallContext,
    CallOptions,
    CancellationToken,
}
