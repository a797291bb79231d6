namespace Fathom.Contracts;

/// <summary>Sets optional properties of a service method. <c>[OperationContract]</c> is supported too.</summary>
[AttributeUsage(AttributeTargets.Method, Inherited = false)]
public sealed class OperationAttribute : Attribute
{
    /// <summary>The method's gRPC name. Default: its C# name without a final <c>Async</c>.</summary>
    public string? Name { get; set; }
}
