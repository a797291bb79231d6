namespace Fathom.Contracts;

/// <summary>Configures a method of a service. The attribute is optional. <c>[OperationContract]</c> is also supported.</summary>
[AttributeUsage(AttributeTargets.Method, Inherited = false)]
public sealed class OperationAttribute : Attribute
{
    /// <summary>The gRPC name of the method. Default: its C# name without the suffix <c>Async</c>.</summary>
    public string? Name { get; set; }
}
