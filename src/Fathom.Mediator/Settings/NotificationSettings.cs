namespace Fathom.Mediator.Settings;

/// <summary>Forwarding of notifications: the section <c>Notifications</c>.</summary>
public sealed class NotificationSettings
{
    /// <summary>Maximum number of times a message is forwarded from node to node, 1 to 255. Default 16.</summary>
    public int MaxHops { get; set; } = 16;

    /// <summary>
    /// Number of notification ids a node remembers of each node that brings them, to handle each once; 1 to 10,000,000. Default 65,536.
    /// With more in flight at a time, one may be handled twice.
    /// </summary>
    public int RememberedCount { get; set; } = 65_536;

    /// <summary>How long a node remembers an id. Default 10 minutes. A notification in flight for longer may be handled twice.</summary>
    public TimeSpan RememberedFor { get; set; } = TimeSpan.FromMinutes(10);
}
