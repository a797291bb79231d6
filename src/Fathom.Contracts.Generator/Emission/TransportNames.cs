using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Emission;

/// <summary>The types of Fathom.Transport that the code generated for services refers to.</summary>
internal static class TransportNames
{
    public const string Calls = "global::Fathom.Transport.Calls.";
    public const string Options = Calls + "CallOptions";
    public const string Channel = "global::Fathom.Transport.Client.Channel";
    public const string Server = "global::Fathom.Transport.Server.";
    public const string ServerContext = Server + "ServerCallContext";
    public const string Services = "global::Fathom.Transport.Services.";
    public const string Context = Services + "CallContext";
    public const string Streams = Services + "ServiceStreams";

    /// <summary>The class that <see cref="MarshallerCode"/> declares.</summary>
    public const string Marshaller = "global::Fathom.Contracts.Generated.ContractMarshaller";

    /// <summary>Returns the expression for the descriptor of a method.</summary>
    public static string MethodOf(ServiceModel service, OperationModel operation) =>
        $"{service.Name}Methods.{Extraction.KnownTypes.Escape(operation.GrpcName)}";
}
