namespace Fathom.Tree.Nodes;

/// <summary>The five processes of the tree by name, and which of them calls which.</summary>
public static class TreeNodes
{
    /// <summary>The REST API of the users.</summary>
    public const string RestApi = "rest-api";

    /// <summary>The REST API of the administrators.</summary>
    public const string RestAdminApi = "rest-admin-api";

    /// <summary>Prices; calls service 3.</summary>
    public const string Service1 = "service-1";

    /// <summary>Stock; calls service 3.</summary>
    public const string Service2 = "service-2";

    /// <summary>The catalogue.</summary>
    public const string Service3 = "service-3";

    /// <summary>All five, the APIs first; their ports follow each other in this order.</summary>
    public static IReadOnlyList<string> All { get; } = [RestApi, RestAdminApi, Service1, Service2, Service3];

    /// <summary>The services that a process calls.</summary>
    public static IReadOnlyList<string> CalledBy(string process) => process switch
    {
        RestApi => [Service1, Service2],
        RestAdminApi => [Service1],
        Service1 or Service2 => [Service3],
        _ => [],
    };
}
